// The programs are linked statically, and there is no static Testing.
#if canImport(Testing)
    public import Testing

    /// What a suite asks of the machine. `Scripts/run-tests` reads it in the suite's declaration; a suite without one of these
    /// only calculates.
    extension Tag {
        /// Goes by a real clock: sockets and their clients, a real gpsd, other programs. It mostly waits, so several such
        /// suites run at once, each in a process of its own.
        @Tag public static var waits: Self

        /// Beside `.waits`: waits for a program that keeps a core busy, such as a compiler, or a browser that draws
        /// without graphics hardware. It takes the place of three suites that wait.
        @Tag public static var busy: Self

        /// Measures the machine, or takes more of it than others could do without (all its descriptors, gigabytes, thousands of
        /// clients). Nothing else runs beside it.
        @Tag public static var needsWholeMachine: Self

        /// Has a longer form, which only `make soak` runs; see `Soak`.
        @Tag public static var soak: Self
    }
#endif
