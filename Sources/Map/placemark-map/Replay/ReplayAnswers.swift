import HTTPServing
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOPosix
import PlacemarkModel
import Synchronization
import Web

/// Plays recorded trips for the page: takes one in, of any size, and hands out the lines of `placemarkctl replay`.
final class ReplayAnswers: Sendable {
    private let program: String
    private let longestRecording: Int
    private let threads: NIOThreadPool
    /// The sessions whose recording is being played.
    private let busy = Mutex<Set<String>>([])

    /// - Parameters:
    ///   - program: the path of placemarkctl.
    ///   - longestRecording: in bytes.
    init(program: String, longestRecording: Int, threads: NIOThreadPool) {
        self.program = program
        self.longestRecording = longestRecording
        self.threads = threads
    }

    func answer(to request: Request, _ target: RequestTarget, session: String) -> HTTPAnswer {
        guard request.method == .post else {
            return .problem(.methodNotAllowed, route: "replay", code: "method-not-allowed", "this path takes POST")
        }
        let announced = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard announced <= longestRecording else {
            return .problem(.contentTooLarge, route: "replay", code: "too-long", tooLong)
        }
        let compared = target["compare"]
        guard compared?.utf8.allSatisfy(Self.isOfPolicies) ?? true else {
            return .problem(
                .badRequest, route: "replay", code: "bad-request",
                "'compare' takes names of policies with commas in between")
        }
        let dates = target["dates"]
        guard dates.map({ Self.orders.contains($0) }) ?? true else {
            return .problem(
                .badRequest, route: "replay", code: "bad-request",
                "'dates' takes dmy (day first) or mdy (month first)")
        }
        let arguments = (compared.map { ["--compare=\($0)"] } ?? []) + (dates.map { ["--dates=\($0)"] } ?? [])
        guard busy.withLock({ $0.insert(session).inserted }) else {
            return .problem(
                .tooManyRequests, route: "replay", code: "busy",
                "a recording is being played; wait for its end, or stop it")
        }
        let stop = Stop()
        let body = request.body
        var answer = HTTPAnswer(
            route: "replay", type: "application/x-ndjson",
            streamed: ResponseBody { [self] writer in
                do {
                    let recording = try await take(body)
                    let failure = try await play(recording, arguments, stop) { try await writer.write($0) }
                    if let failure { try await writer.write(Self.failed(failure)) }
                } catch let error as UnlinkedFile.Failure {
                    try await writer.write(Self.failed("\(error)"))
                } catch is TooLong {
                    try await writer.write(Self.failed(tooLong))
                }
                try await writer.finish(nil)
            })
        answer.whenClientLeaves = { stop.stop() }
        answer.whenOver = { [self] in busy.withLock { _ = $0.remove(session) } }
        return answer
    }

    private struct TooLong: Error {}

    private var tooLong: String {
        "a recording has at most \(longestRecording >> 20) MiB here; RecordingLimit= in map.conf allows more"
    }

    /// Stores the recording: the reader of a format may want to know how long it is.
    private func take(_ body: RequestBody) async throws -> UnlinkedFile {
        let file = try UnlinkedFile()
        var count = 0
        for try await piece in body {
            count += piece.readableBytes
            guard count <= longestRecording else { throw TooLong() }
            try await threads.runIfActive { try piece.withUnsafeReadableBytes { try file.write($0) } }
        }
        file.rewind()
        return file
    }

    /// Plays it, and hands on what comes, as fast as the client takes it. Returns why it has failed.
    private func play(
        _ recording: UnlinkedFile, _ arguments: [String], _ stop: Stop,
        _ send: (ByteBuffer) async throws -> Void
    ) async throws -> String? {
        let process = try ReplayProcess(program: program, recording: recording, arguments: arguments)
        stop.set(process)
        let eventLoop = MultiThreadedEventLoopGroup.currentEventLoop ?? MultiThreadedEventLoopGroup.singleton.any()
        var failure: (any Error)?
        do {
            let output = try await NIOPipeBootstrap(group: eventLoop)
                .takingOwnershipOfDescriptor(input: process.output) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, Never>(wrappingChannelSynchronously: channel)
                    }
                }
            try await output.executeThenClose { pieces in for try await piece in pieces { try await send(piece) } }
        } catch { failure = error }
        if failure != nil { stop.stop() }
        let reason = try await threads.runIfActive { stop.wait() }
        if let failure { throw failure }
        return reason
    }

    private static func failed(_ reason: String) -> ByteBuffer {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.field("detail", reason)
        writer.field("event", "failed" as StaticString)
        writer.endObject()
        writer.newline()
        return ByteBuffer(bytes: writer.bytes)
    }

    /// Those that `placemarkctl replay --dates` takes.
    private static let orders = ["dmy", "mdy"]

    private static func isOfPolicies(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ",")
    }
}

/// Ends the process when its client leaves, and never one of the same number that came later.
private final class Stop: Sendable {
    private struct State {
        var process: ReplayProcess?
        var isStopped = false
    }

    private let state = Mutex(State())

    func set(_ process: ReplayProcess) {
        state.withLock { state in
            state.process = process
            if state.isStopped { process.kill() }
        }
    }

    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.process?.kill()
        }
    }

    /// Returns why the process has failed; nil when it has not, or was stopped.
    func wait() -> String? {
        // Its output has ended, so it is about to end, too.
        let process = state.withLock { state in
            defer { state.process = nil }
            return state.process
        }
        let reason = process?.wait()
        return state.withLock(\.isStopped) ? nil : reason
    }
}
