public import Glibc

/// Processes made by fork(2).
///
/// Swift hides it, because the child of a program with several threads may do next to nothing. It is for programs with one
/// thread, which need a new process a thousand times a second.
public enum Fork {
    private static let fork: @convention(c) () -> pid_t = {
        guard let symbol = dlsym(nil, "fork") else { preconditionFailure("no fork in the C library") }
        return unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)
    }()

    private static let control: @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32 = {
        guard let symbol = dlsym(nil, "prctl") else { preconditionFailure("no prctl in the C library") }
        return unsafeBitCast(symbol, to: (@convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32).self)
    }()
    /// From <linux/prctl.h>.
    private static let setParentDeathSignal: Int32 = 1

    /// Starts a process that does `body`, and ends with status 1 when it returns. It does not outlive this process: one that
    /// goes on would hold the pipes that somebody reads to their end.
    public static func process(_ body: () -> Void) -> pid_t {
        let parent = getpid()
        let process = fork()
        guard process == 0 else { return process }
        guard control(setParentDeathSignal, UInt(SIGKILL), 0, 0, 0) == 0, getppid() == parent else { _exit(1) }
        body()
        _exit(1)
    }

    /// Sends the signal, and waits for the end. Returns whether it was that signal that has ended the process.
    public static func end(_ process: pid_t, by signal: Int32) -> Bool {
        kill(process, signal)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return status & 0x7F == signal
    }
}

/// A number that several processes see.
public struct SharedCounter {
    private let value: UnsafeMutablePointer<UInt64>

    public init() {
        let memory = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
        guard let memory, memory != MAP_FAILED else { preconditionFailure("no memory to share") }
        value = memory.bindMemory(to: UInt64.self, capacity: 1)
    }

    /// Written by one process only; of a process that has been waited for, the last value is seen.
    public var current: UInt64 {
        get { value.pointee }
        nonmutating set { value.pointee = newValue }
    }
}
