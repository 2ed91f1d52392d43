import HTTPServing
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOPosix
import Testing
import Web

@testable import placemark_map

@Suite("Replays for the map")
struct ReplayAnswersTests {
    @Test("A session plays one recording at a time, and may play another when nothing more becomes of the first")
    func busy() async throws {
        let threads = NIOThreadPool(numberOfThreads: 1)
        let replay = ReplayAnswers(program: "/nonexistent", longestRecording: 1000, threads: threads)
        func answer(_ session: String) -> HTTPAnswer {
            let head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/replay")
            let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(string: "x")))
            return replay.answer(to: request, RequestTarget("/replay"), session: session)
        }
        let first = answer("one")
        #expect(first.status == .ok)
        #expect(answer("one").status == .tooManyRequests)
        #expect(answer("two").status == .ok)
        // Its client left before the head could be written: its body was never asked for.
        first.whenOver?()
        #expect(answer("one").status == .ok)
    }
}
