import Glibc

/// What another program writes.
enum ProgramOutput {
    /// No answer that anybody asks for here is longer.
    private static let mostBytes = 64 * 1024

    /// Runs a program, which is looked up in PATH, to its end, and returns its standard output; nil when it cannot be run
    /// or fails. Blocks.
    static func of(_ program: String, _ arguments: [String]) -> String? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        let words = ([program] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        var child = pid_t()
        let code = posix_spawnp(&child, program, &actions, nil, words + [nil], environ)
        close(ends[1])
        let output = code == 0 ? read(ends[0]) : []
        // Now, so that a program that writes on comes to its end, too.
        close(ends[0])
        guard code == 0 else { return nil }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return status == 0 ? String(decoding: output, as: UTF8.self) : nil
    }

    private static func read(_ descriptor: Int32) -> [UInt8] {
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while output.count < mostBytes {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            output += chunk[..<count]
        }
        return output
    }
}
