import Files
import Glibc
import Logging
import PlacemarkModel
import Processes
import SystemClocks

/// Runs the command for what is in the queue, one event at a time. A thin shell round `AlarmQueue`, which decides.
actor AlarmRunner {
    /// After SIGTERM, for a command that has a horn to switch off.
    private static let grace: Duration = .seconds(2)

    private let settings: AlarmSettings
    private let file: AlarmFile
    private let log: Logger
    private let guardNow: @Sendable () async -> GuardReport?
    private var queue: AlarmQueue
    /// What the file holds.
    private var kept: AlarmQueue?
    /// The events up to this number have waited, and may be over.
    private var lastThatWaited: Int
    /// Whether the last write has failed: told once.
    private var isUnwritable = false
    private let (news, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// - Parameters:
    ///   - queue: what the file holds.
    ///   - guardNow: tells how the guard stands; nil when that cannot be learnt.
    init(
        _ settings: AlarmSettings, queue: AlarmQueue, file: AlarmFile, log: Logger,
        guardNow: @escaping @Sendable () async -> GuardReport?
    ) {
        (self.settings, self.file, self.log, self.guardNow) = (settings, file, log, guardNow)
        (self.queue, kept) = (queue, queue)
        lastThatWaited = queue.entries.last?.number ?? 0
    }

    /// Does something to the queue, and keeps it before anything else happens.
    func update(_ body: @Sendable (inout AlarmQueue) -> Int) {
        let lost = body(&queue)
        if lost > 0 { log.warning("too many events wait for the command: the oldest is left out") }
        keep()
        bell.yield()
    }

    /// Returns when the task is cancelled. The command that runs then is ended, and runs again at the next start.
    func run() async {
        var timer: Task<Void, Never>?
        var bells = news.makeAsyncIterator()
        while !Task.isCancelled {
            switch queue.next(at: BootClock.now) {
            case .run(let entry): await run(entry)
            case .wait(let moment):
                timer?.cancel()
                timer = moment.map { [bell] moment in
                    Task { if (try? await BootClock().sleep(until: moment, tolerance: nil)) != nil { bell.yield() } }
                }
                _ = await bells.next(isolation: self)
            }
        }
        timer?.cancel()
    }

    private func run(_ entry: AlarmQueue.Entry) async {
        queue.began(entry)
        let line = await self.line(of: entry)
        let begun = BootClock.now
        let failure = await self.failure(with: line)
        // An end that somebody else wants says nothing about the command.
        if Task.isCancelled { return }
        lastThatWaited = queue.entries.last?.number ?? lastThatWaited
        let seconds = Int(begun.duration(to: BootClock.now).inSeconds.rounded())
        switch queue.ended(well: failure == nil, settings, at: BootClock.now) {
        case .done: log.info("\(entry.event.rawValue): the command has succeeded after \(seconds) s")
        case .again(let failures):
            log.warning(
                "\(entry.event.rawValue): \(failure ?? "failed"); try \(failures + 1) of \(settings.retries + 1) in \(Int(settings.retryAfter.inSeconds)) s"
            )
        case .givenUp: log.error("\(entry.event.rawValue): \(failure ?? "failed"); it is not tried again")
        }
        keep()
    }

    /// What the command is to read. An event that has just come is not kept waiting for the state that it tells itself.
    private func line(of entry: AlarmQueue.Entry) async -> String {
        guard entry.event.isOfGuard, entry.number <= lastThatWaited, let report = await guardNow() else {
            return entry.line
        }
        return LateAlarm.line(entry.line, report)
    }

    /// Runs the command to its end. Returns why it has failed; nil when it has succeeded.
    private func failure(with line: String) async -> String? {
        let input: Int32
        do throws(AtomicFile.WriteError) { input = try self.input(of: line) } catch { return "\(error)" }
        defer { close(input) }
        let begun = BootClock.now
        let status: Int32
        do throws(ChildProgram.Failure) {
            status = try await ChildProgram(
                settings.command[0], Array(settings.command.dropFirst()), input: .descriptor(input), output: .null,
                errors: .inherited, hasOwnGroup: true
            ).wait(atMost: settings.timeLimit, grace: Self.grace)
        } catch {
            return "the command does not start: \(String(cString: strerror(error.errorNumber)))"
        }
        if begun.duration(to: BootClock.now) >= settings.timeLimit {
            return "the command was ended after \(Int(settings.timeLimit.inSeconds)) s"
        }
        if status == 0 { return nil }
        return status < 0 ? "the command was ended by a signal" : "the command has ended with status \(status)"
    }

    /// Opens what the command is to read: a file with the line, or, where the disk is full, a pipe with it.
    private func input(of line: String) throws(AtomicFile.WriteError) -> Int32 {
        do throws(AtomicFile.WriteError) {
            let path = try file.write(event: line)
            let input = open(path, O_RDONLY | O_CLOEXEC)
            guard input >= 0 else { throw AtomicFile.WriteError(path: path, step: "open", errorNumber: errno) }
            return input
        } catch {
            guard let input = Self.pipe(holding: Array((line + "\n").utf8)) else { throw error }
            return input
        }
    }

    /// The end to read from of a pipe that holds all of these bytes; nil when they do not fit.
    private static func pipe(holding bytes: [UInt8]) -> Int32? {
        guard let (reading, writing) = try? ChildProgram.pipe() else { return nil }
        defer { close(writing) }
        guard fcntl(writing, F_SETFL, O_NONBLOCK) == 0, Glibc.write(writing, bytes, bytes.count) == bytes.count else {
            close(reading)
            return nil
        }
        return reading
    }

    /// A queue that cannot be kept is still worked through.
    private func keep() {
        guard queue != kept else { return }
        do throws(AtomicFile.WriteError) {
            try file.write(queue)
            (kept, isUnwritable) = (queue, false)
        } catch {
            if !isUnwritable { log.error("\(error); what waits would not survive a restart") }
            isUnwritable = true
        }
    }
}
