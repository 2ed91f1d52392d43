public import Foundation
import Glibc
import Synchronization

/// A program that a test starts, and that does not survive the test.
public final class ChildProcess: Sendable {
    private let process: Process
    private let output: Output
    private let errors: Output

    /// Starts `program` (a path, or a name that is looked up in PATH and the sbin directories).
    ///
    /// - Parameter environment: set in addition to this process's own environment.
    public init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: try Self.path(of: program))
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        output = Output()
        errors = Output()
        process.standardOutput = output.pipe
        process.standardError = errors.pipe
        // A thread of the pool blocks most signals, and a child inherits that: SIGTERM would not end a shell or timeout(1).
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
    }

    deinit { terminate(SIGKILL) }

    public var identifier: pid_t { process.processIdentifier }
    public var isRunning: Bool { process.isRunning }
    /// What the program has written so far.
    public var standardOutput: String { output.text }
    public var standardError: String { errors.text }

    /// Everything that it has written to these streams. To be asked after its end: waits for what is still in the pipe, up
    /// to a second, because a child of its own may keep it open.
    public var completeStandardOutput: String { output.completeText }
    public var completeStandardError: String { errors.completeText }

    /// Sends a signal, when the program is still there.
    public func signal(_ number: Int32) {
        // A process that has ended may have left its number to another one.
        if process.isRunning { kill(identifier, number) }
    }

    /// Sends a signal, also to a stopped process, and waits for its end. Returns its exit status, or the number of
    /// the signal that ended it.
    @discardableResult
    public func terminate(_ number: Int32 = SIGTERM) -> Int32 {
        signal(number)
        signal(SIGCONT)
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Waits for the end, without blocking a thread of the cooperative pool. Returns the exit status, or the number of
    /// the signal; nil when the time is over, and then the program is killed.
    public func exitStatus(within limit: Duration) async -> Int32? {
        let ended = await poll(every: .milliseconds(5), atMost: limit) { !self.process.isRunning }
        guard ended else {
            terminate(SIGKILL)
            return nil
        }
        // What it wrote last may still be in the pipes. A child of its own may keep them open.
        _ = await poll(atMost: .seconds(1)) { self.output.isAtEnd && self.errors.isAtEnd }
        return process.terminationStatus
    }

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
        public var description: String { "\(name) is not installed: see CONTRIBUTING.md for the packages to install" }
    }

    /// Collects what comes out of a pipe.
    private final class Output: Sendable {
        let pipe = Pipe()
        private let received = Mutex((bytes: Data(), isAtEnd: false))

        init() {
            // A thread, and no readability handler: that one may still be at work when the handle is closed, and crashes.
            let handle = pipe.fileHandleForReading
            Thread.detachNewThread { [weak self] in
                while true {
                    let data = handle.availableData
                    self?.received.withLock { received in
                        received.bytes.append(data)
                        received.isAtEnd = data.isEmpty
                    }
                    guard !data.isEmpty else { return }
                }
            }
        }

        var text: String { received.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

        var completeText: String {
            for _ in 0..<200 where !isAtEnd { usleep(5000) }
            return text
        }
        var isAtEnd: Bool { received.withLock { $0.isAtEnd } }
    }
}

/// Looks again and again whether something that cannot be awaited has happened. Returns whether it has, in time.
public func poll(
    every pause: Duration = .milliseconds(5), atMost limit: Duration, until condition: @Sendable () async -> Bool
) async -> Bool {
    let deadline = ContinuousClock.now + limit
    while await !condition() {
        guard ContinuousClock.now < deadline, (try? await Task.sleep(for: pause)) != nil else { return false }
    }
    return true
}
