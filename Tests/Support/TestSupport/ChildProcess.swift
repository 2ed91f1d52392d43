public import Foundation
import Glibc
import Synchronization

/// A program that a test starts, and that does not survive the test.
///
/// Not Foundation's `Process`: that one learns of an end when the last copy of a socket is closed, and two programs that are
/// started at the same moment may each inherit the other's. The end of one is seen then only after the end of the other.
public final class ChildProcess: Sendable {
    public let identifier: pid_t
    private let ending: Ending
    private let output: Output
    private let errors: Output

    /// Starts `program` (a path, or a name that is looked up in PATH and the sbin directories), in a process group of its own.
    ///
    /// - Parameter environment: set in addition to this process's own environment.
    public init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        let path = try Self.path(of: program)
        let (output, errors) = (try Pipe(), try Pipe())
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.writing, 1)
        posix_spawn_file_actions_adddup2(&actions, errors.writing, 2)
        _ = Self.closeAll(&actions, 3)
        // A thread of the pool blocks most signals, and a child would inherit that: SIGTERM would not end a shell or timeout(1).
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var settings = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var identifier: pid_t = 0
        let error = posix_spawn(&identifier, path, &actions, &attributes, &words, &settings)
        close(output.writing)
        close(errors.writing)
        self.output = Output(of: output.reading)
        self.errors = Output(of: errors.reading)
        guard error == 0 else { throw NotStarted(path: path, error: error) }
        self.identifier = identifier
        ending = Ending(of: identifier)
    }

    deinit { terminate(SIGKILL) }

    public var isRunning: Bool { ending.status == nil }
    /// What the program has written so far.
    public var standardOutput: String { output.text }
    public var standardError: String { errors.text }
    /// The lines of its output that have come to their end. A program may write a line in parts: Python does, without a
    /// buffer.
    public var standardOutputLines: [Substring] { standardOutput.wholeLines }

    /// Whether it comes to say this on its standard error. What a running program has done shows elsewhere before its words
    /// have come through the pipe.
    public func says(_ text: String) async -> Bool {
        await poll(atMost: .seconds(30)) { self.standardError.contains(text) }
    }

    /// Everything that it has written to these streams. To be asked after its end: waits for what is still in the pipe, up
    /// to five seconds, because a child of its own may keep it open.
    public var completeStandardOutput: String { output.completeText }
    public var completeStandardError: String { errors.completeText }

    /// Sends a signal, when the program is still there.
    public func signal(_ number: Int32) { ending.signal(number) }

    /// Sends a signal, also to a stopped process, and waits for its end. Returns its exit status, or the number of
    /// the signal that ended it.
    @discardableResult
    public func terminate(_ number: Int32 = SIGTERM) -> Int32 {
        signal(number)
        signal(SIGCONT)
        return ending.wait()
    }

    /// Waits for the end, without blocking a thread of the cooperative pool. Returns the exit status, or the number of
    /// the signal; nil when the time is over, and then the program is killed.
    public func exitStatus(within limit: Duration) async -> Int32? {
        let ended = await poll(every: .milliseconds(5), atMost: limit) { !self.isRunning }
        guard ended else {
            terminate(SIGKILL)
            return nil
        }
        // What it wrote last may still be in the pipes. A child of its own may keep them open.
        _ = await poll(atMost: .seconds(1)) { self.output.isAtEnd && self.errors.isAtEnd }
        return ending.status
    }

    /// `posix_spawn_file_actions_addclosefrom_np`, which Swift's view of the C library leaves out.
    private static let closeAll: @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32 = {
        guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else {
            preconditionFailure("the C library is older than 2.34")
        }
        return unsafeBitCast(
            symbol, to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self)
    }()

    /// The file of a program.
    private static func path(of program: String) throws -> String {
        if program.contains("/") { return program }
        let directories = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        for directory in directories.map(String.init) + ["/usr/sbin", "/sbin"] {
            let path = "\(directory)/\(program)"
            if access(path, X_OK) == 0 { return path }
        }
        throw ProgramMissing(name: program)
    }

    /// A program that the tests need is not installed. That is a failure: a test that is skipped tests nothing.
    public struct ProgramMissing: Error, CustomStringConvertible {
        public let name: String
        public var description: String {
            "\(name) is not installed: see docs/contribute/build-and-test.md for the packages to install"
        }
    }

    /// The system does not start a program.
    public struct NotStarted: Error, CustomStringConvertible {
        public let path: String
        public let error: Int32
        public var description: String { "\(path) cannot be started: \(String(cString: strerror(error)))" }
    }

    /// The end of a process, which a thread waits for.
    private final class Ending: Sendable {
        private let identifier: pid_t
        private let end = NSCondition()
        private nonisolated(unsafe) var found: Int32?

        init(of identifier: pid_t) {
            self.identifier = identifier
            Thread.detachNewThread { [self] in
                var about = siginfo_t()
                while waitid(P_PID, id_t(identifier), &about, WEXITED | WNOWAIT) != 0, errno == EINTR {}
                end.withLock {
                    var status: Int32 = 0
                    waitpid(identifier, &status, 0)
                    // As in <sys/wait.h>: the number of a signal, or else the exit status.
                    found = status & 0x7F != 0 ? status & 0x7F : status >> 8 & 0xFF
                    end.broadcast()
                }
            }
        }

        /// The exit status, or the number of the signal that ended it; nil while it runs.
        var status: Int32? { end.withLock { found } }

        /// A process that has ended may leave its number to another one, but only once this has the end.
        func signal(_ number: Int32) { end.withLock { _ = found == nil ? kill(identifier, number) : 0 } }

        func wait() -> Int32 {
            end.withLock {
                while true {
                    if let found { return found }
                    end.wait()
                }
            }
        }
    }

    /// The two ends of a pipe.
    private struct Pipe {
        let reading: Int32
        let writing: Int32

        init() throws {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EMFILE) }
            (reading, writing) = (ends[0], ends[1])
        }
    }

    /// Collects what comes out of a pipe.
    private final class Output: Sendable {
        private let received = Mutex((bytes: Data(), isAtEnd: false))

        init(of pipe: Int32) {
            Thread.detachNewThread { [weak self] in
                var buffer = [UInt8](repeating: 0, count: 65536)
                while true {
                    let count = read(pipe, &buffer, buffer.count)
                    if count < 0, errno == EINTR { continue }
                    self?.received.withLock { received in
                        received.bytes.append(contentsOf: buffer.prefix(max(0, count)))
                        received.isAtEnd = count <= 0
                    }
                    guard count > 0 else { break }
                }
                close(pipe)
            }
        }

        var text: String { received.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

        var completeText: String {
            for _ in 0..<1000 where !isAtEnd { usleep(5000) }
            return text
        }
        var isAtEnd: Bool { received.withLock { $0.isAtEnd } }
    }
}

extension String {
    /// The lines of it that have come to their end: what stands behind the last newline of a text that somebody writes may be
    /// half a line.
    public var wholeLines: [Substring] { split(separator: "\n", omittingEmptySubsequences: false).dropLast() }
}

/// Looks again and again whether something that cannot be awaited has happened. Returns whether it has, in time: six times
/// `limit`, which says how long a quiet machine may take. A busy one fails no test by that, and no passing test waits longer.
public func poll(
    every pause: Duration = .milliseconds(5), atMost limit: Duration, until condition: @Sendable () async -> Bool
) async -> Bool {
    let deadline = ContinuousClock.now + limit * 6
    while await !condition() {
        guard ContinuousClock.now < deadline, (try? await Task.sleep(for: pause)) != nil else { return false }
    }
    return true
}
