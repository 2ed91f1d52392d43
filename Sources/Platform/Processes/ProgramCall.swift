import Glibc

/// A program of the system that is asked something, and its answer.
package struct ProgramCall {
    /// -1 where the program is not there, or a signal has ended it.
    package let exitStatus: Int32
    /// The first `mostBytes` of its standard output.
    package let output: String

    /// No answer that anybody asks for here is longer.
    private static let mostBytes = 64 * 1024

    /// Runs a program that is looked up in PATH, to its end, without input; what it complains of is not shown. Blocks.
    package init(_ program: String, _ arguments: [String]) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            (exitStatus, output) = (-1, "")
            return
        }
        // The child gets one end by a copy, and neither by chance.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var identifier: pid_t = 0
        let code = posix_spawnp(&identifier, program, &actions, nil, &words, environ)
        close(ends[1])
        defer { close(ends[0]) }
        guard code == 0 else {
            (exitStatus, output) = (-1, "")
            return
        }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(ends[0], &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            text += buffer[..<min(count, Self.mostBytes - text.count)]
        }
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        // The shell's words: WIFEXITED and WEXITSTATUS are macros.
        exitStatus = status & 0x7F == 0 ? status >> 8 & 0xFF : -1
        output = String(decoding: text, as: UTF8.self)
    }
}
