import CLinux
import Glibc

/// `placemarkctl replay` at work on a recording: a process of its own, so that nothing that a recording makes of it meets the
/// map.
struct ReplayProcess: Sendable {
    /// What it writes.
    let output: Int32
    private let processID: pid_t
    private let errors: UnlinkedFile

    /// - Parameters:
    ///   - program: the path of placemarkctl.
    ///   - recording: its standard input.
    ///   - arguments: behind `replay - --progress`.
    init(program: String, recording: UnlinkedFile, arguments: [String]) throws(UnlinkedFile.Failure) {
        errors = try UnlinkedFile()
        var ends: [Int32] = [0, 0]
        guard clinux_pipe(&ends, O_CLOEXEC) == 0 else {
            throw UnlinkedFile.Failure(directory: program, errorNumber: errno)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, recording.descriptor, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors.descriptor, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The signals that this program blocks or ignores are the child's own business.
        var (signals, none) = (sigset_t(), sigset_t())
        sigfillset(&signals)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var words: [UnsafeMutablePointer<CChar>?] =
            ([program, "replay", "-", "--progress"] + arguments)
            .map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var processID: pid_t = 0
        let code = posix_spawn(&processID, program, &actions, &attributes, &words, environ)
        close(ends[1])
        guard code == 0 else {
            close(ends[0])
            throw UnlinkedFile.Failure(directory: program, errorNumber: code)
        }
        (self.processID, output) = (processID, ends[0])
    }

    /// Ends it, unless it has ended. To be called before `wait`.
    func kill() { _ = Glibc.kill(processID, SIGKILL) }

    /// Waits for its end. Returns why it has failed, for a person; nil when it has not.
    func wait() -> String? {
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0, errno == EINTR {}
        guard status != 0 else { return nil }
        let text = String(decoding: errors.end(4096), as: UTF8.self)
        // The lines about damage come first; the last one says why there is no more.
        let line = text.split(separator: "\n").last.map(String.init) ?? "placemarkctl replay has ended and said nothing"
        return Self.plain(line)
    }

    /// Without the name of the program, and that of its input, which is no file of the user's.
    static func plain(_ line: String) -> String {
        var line = line[...]
        for prefix in ["placemarkctl: ", "-: "] where line.hasPrefix(prefix) { line = line.dropFirst(prefix.count) }
        return String(line)
    }
}
