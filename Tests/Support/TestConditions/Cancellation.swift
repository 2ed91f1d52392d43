#if canImport(Testing) && compiler(<6.3)
    public import Testing

    extension Test {
        /// Ends a test that this machine cannot run, as Swift Testing has it from Swift 6.3 on. Here the test fails: Swift
        /// 6.2 knows no other end, and a test that was not run must not look like one that has passed.
        public static func cancel(_ reason: String) throws -> Never { throw CannotRun(description: reason) }
    }

    /// What a test lacks on this machine.
    private struct CannotRun: Error, CustomStringConvertible {
        let description: String
    }
#endif
