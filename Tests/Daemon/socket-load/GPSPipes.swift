import Glibc
import TestSupport

/// Processes of gpsd's own client `gpspipe`, each of which copies what gpsd reports to a socket.
final class GPSPipes {
    /// Where the reports of each can be read.
    private(set) var outputs: [Int32] = []
    private var processes: [pid_t] = []

    init(_ count: Int, port: UInt16) throws {
        for _ in 0..<count {
            // A socket instead of a pipe, so that a pipe's reader is read as any other client.
            var ends: [Int32] = [-1, -1]
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SocketError("socketpair") }
            outputs.append(ends[0])
            processes.append(try Self.spawn(["gpspipe", "-w", "127.0.0.1:\(port)"], output: ends[1]))
            close(ends[1])
        }
    }

    deinit {
        for process in processes {
            kill(process, SIGTERM)
            waitpid(process, nil, 0)
        }
    }

    private static func spawn(_ words: [String], output: Int32) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        errno = posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
        guard errno == 0 else { throw SocketError("gpspipe") }
        return process
    }
}
