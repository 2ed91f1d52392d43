import CLinux

/// The image of a process that has crashed. It would hold where this machine has been.
enum CoreDump {
    /// Sees to it that there is none. A limit of the core's size would not do: the kernel does not apply it where cores
    /// are piped to a program, as systemd-coredump and apport have it (core(5)).
    static func forbid() {
        let result = clinux_forbid_dumps()
        // The only error is that of a wrong argument.
        precondition(result == 0, "the kernel does not know PR_SET_DUMPABLE")
    }
}
