import CLinux
import Glibc

/// Another program that this one has started.
///
/// It has the three standard descriptors that it is given, and no other; no signal is blocked or ignored, whatever this program
/// does with them.
package struct ChildProgram: Sendable {
    /// Where one of its standard descriptors leads.
    package enum Stream: Sendable {
        /// Where this program's own leads.
        case inherited
        case null
        /// A copy of this open descriptor.
        case descriptor(Int32)
    }

    package let processID: Int32
    private let hasOwnGroup: Bool

    /// Why it could not be started: an errno.
    package struct Failure: Error, Hashable, Sendable {
        package let errorNumber: Int32
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: a path, or a name that is looked up in PATH.
    ///   - arguments: behind the name.
    ///   - hasOwnGroup: whether it leads a process group of its own, so that what it has started ends with it.
    package init(
        _ program: String, _ arguments: [String] = [], input: Stream = .null, output: Stream, errors: Stream,
        hasOwnGroup: Bool = false
    ) throws(Failure) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, stream) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
            switch stream {
            case .inherited: break
            case .null:
                let access = descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", access, 0)
            case .descriptor(let source): posix_spawn_file_actions_adddup2(&actions, source, descriptor)
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (signals, none) = (sigset_t(), sigset_t())
        sigfillset(&signals)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setsigmask(&attributes, &none)
        let group = hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | group))
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var processID = pid_t()
        let code = posix_spawnp(&processID, program, &actions, &attributes, &words, environ)
        guard code == 0 else { throw Failure(errorNumber: code) }
        self.processID = processID
        self.hasOwnGroup = hasOwnGroup
    }

    /// A pipe for what a program writes, of which no program gets an end by chance.
    package static func pipe() throws(Failure) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard clinux_pipe(&ends, O_CLOEXEC) == 0 else { throw Failure(errorNumber: errno) }
        return (ends[0], ends[1])
    }

    /// Ends it, unless it has ended. To be called before its end has been waited for.
    package func kill() { send(SIGKILL) }

    private func send(_ signal: Int32) { _ = Glibc.kill(hasOwnGroup ? -processID : processID, signal) }

    /// Waits for its end; blocks. To be called once.
    ///
    /// - Returns: its exit status; -1 when a signal has ended it.
    @discardableResult package func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0, errno == EINTR {}
        return Self.exitStatus(status)
    }

    /// Waits for its end, and ends it after this time, or when the task is cancelled. To be called once.
    ///
    /// - Parameter grace: how long it may tidy up then, after SIGTERM.
    /// - Returns: its exit status; -1 when it was ended, by whomever.
    package func wait(atMost patience: Duration, grace: Duration = .zero) async -> Int32 {
        if let status = await end(within: patience) { return status }
        var status: Int32?
        if grace > .zero {
            send(SIGTERM)
            // In a task of its own, which nobody cancels.
            status = await Task { await end(within: grace) }.value
        }
        // Also those of its group that have outlived it. Its own number may be somebody else's by now.
        if status == nil || hasOwnGroup { kill() }
        return status ?? wait()
    }

    /// Its exit status as above; nil when it has not ended in this time, or the task is cancelled.
    private func end(within patience: Duration) async -> Int32? {
        let deadline = ContinuousClock.now + patience
        var status: Int32 = 0
        while true {
            let ended = waitpid(processID, &status, WNOHANG)
            if ended == processID { return Self.exitStatus(status) }
            guard ended == 0 || errno == EINTR, ContinuousClock.now < deadline,
                (try? await Task.sleep(for: .milliseconds(20))) != nil
            else { return nil }
        }
    }

    /// The shell's words: WIFEXITED and WEXITSTATUS are macros.
    private static func exitStatus(_ status: Int32) -> Int32 { status & 0x7F == 0 ? status >> 8 & 0xFF : -1 }
}
