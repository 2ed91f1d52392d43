import Foundation
import LocationEngine
import PlacemarkModel
@testable import Publishing
import TestSupport
import TestConditions
import Testing

/// Every request with its answer, byte by byte, as Tests/Daemon/PublishingTests/Golden has them.
///
/// When an answer is meant to change, `REWRITE_GOLDEN=1 swift test --filter GoldenTests` writes the files anew; what has
/// changed is then to be looked at, and to be committed with the change.
@Suite("Golden answers", .timeLimit(.minutes(2)), .tags(.waits))
struct GoldenTests {
    @Test("the line dialect answers as it always has")
    func lines() async throws { try await compare(GoldenRequests.lines, "lines.txt") }

    @Test("HTTP answers as it always has")
    func http() async throws { try await compare(GoldenRequests.http, "http.txt") }

    @Test("each word and each request of HTTP has an answer that is kept, for precise and for reduced readers")
    func complete() {
        for precision in Precision.allCases {
            func asked(_ dialogues: [Dialogue]) -> [String] {
                dialogues.filter { $0.precision == precision }.map(\.request)
            }
            let words = asked(GoldenRequests.lines).compactMap { try? LineRequest(parsing: $0.utf8).word }
            let requests = asked(GoldenRequests.http).compactMap { HTTPRoute.question(of: $0) }
            // They tell of the process: `DaemonFiguresTests` has those of a made-up one.
            #expect(Set(LineRequest.Word.allCases).subtracting(words) == [.metrics])
            // The description is a file of this repository.
            #expect(HTTPRoute.questions.subtracting(requests) == ["GET /metrics", "GET /v1/openapi.json"])
        }
    }

    private func compare(_ dialogues: [Dialogue], _ name: String) async throws {
        let file = Checkout.file("Tests/Daemon/PublishingTests/Golden/\(name)")
        var pages: [String] = []
        for dialogue in dialogues { pages.append(try await Self.page(dialogue)) }
        if ProcessInfo.processInfo.environment["REWRITE_GOLDEN"] == "1" {
            try Data(pages.joined().utf8).write(to: URL(filePath: file))
        }
        let golden = try String(contentsOfFile: file, encoding: .utf8)
        let expected = golden.components(separatedBy: "\n# ").dropFirst().map { "\n# " + $0 }
        for (page, expected) in zip(pages, expected) { #expect(page == expected) }
        #expect(pages.joined() == golden)
    }

    /// Who asks what, and the answer. A carriage return is written as ␍.
    private static func page(_ dialogue: Dialogue) async throws -> String {
        let who = dialogue.precision.map { "a \($0) reader" } ?? "somebody in no group"
        let source = dialogue.snapshot.source.state.rawValue
        let position = dialogue.snapshot.location == nil ? "no position" : "a position"
        let place = dialogue.snapshot.placemark == nil ? "no placemark" : "a placemark"
        let track = dialogue.points.map { ", \($0) points" } ?? ", no track"
        let text =
            "\n# \(who); \(source), \(position), \(place)\(track)\n"
            + dialogue.request.trimmingCharacters(in: .newlines) + "\n-> \(try await dialogue.answer())"
        var shown = ""
        // By scalars: a carriage return and the newline behind it are one Character.
        for scalar in text.unicodeScalars { shown += scalar == "\r" ? "␍" : scalar == "\u{1}" ? "␁" : String(scalar) }
        // The long ones are there for their length alone.
        return shown.replacing(#/x{100,}/#) { "x(\($0.output.count) times)" }
    }
}
