import CLinux
import Glibc

/// A thread for a library that blocks, which the threads of Swift's cooperative pool must not.
package enum DetachedThread {
    /// Runs `body` on a thread of its own, to the end of `body`.
    ///
    /// No signal is handled by it, and a write to a closed socket, inside the library, does not kill the process by SIGPIPE.
    ///
    /// - Parameters:
    ///   - name: for top, ps and gdb; at most 15 bytes.
    ///   - stackBytes: the most that its stack may take.
    /// - Returns: whether there could be one.
    package static func start(
        named name: StaticString, stackBytes: Int, _ body: @escaping @Sendable () -> Void
    ) -> Bool {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return false }
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stackBytes)

        // The new thread inherits the mask before a signal can hit it. Not those that a thread brings on itself: while they
        // are blocked, the kernel kills instead of calling a handler, and the threads of the pool that this one awakes inherit
        // its mask. One of them reads the mapped world file, which may be cut short.
        var signals = sigset_t()
        var before = sigset_t()
        sigfillset(&signals)
        for ownFault in [SIGBUS, SIGSEGV, SIGILL, SIGFPE, SIGTRAP, SIGSYS] { sigdelset(&signals, ownFault) }
        pthread_sigmask(SIG_SETMASK, &signals, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        let retained = Unmanaged.passRetained(Work(name: name, body: body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, &attributes,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, retained.toOpaque())
        if code != 0 { retained.release() }
        return code == 0
    }

    /// What the thread is given.
    private final class Work: Sendable {
        private let name: StaticString
        private let body: @Sendable () -> Void

        init(name: StaticString, body: @escaping @Sendable () -> Void) { (self.name, self.body) = (name, body) }

        func run() {
            clinux_name_thread(name.utf8Start)
            body()
        }
    }
}
