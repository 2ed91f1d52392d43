import Foundation
import HTTPTypes
import PlacemarkModel
import Testing

@testable import placemark_server

@Suite("Batches")
struct BatchTests {
    private static let text = """
        47.141,9.521
        {"lat": 52.52, "lon": 13.4, "name": "a \\" b", "more": {"x": [1, "}"]}}
        nonsense

        {"latitude":-18.14,"longitude":178.44}\r
        91,0
        geo:47.141,9.521
        {"lat":47.141,"latitude":47.1410,"lng":9.521}
        {"lat":47.141,"latitude":48,"lng":9.521}
        """

    @Test("each line has one line of answer, in order, and what cannot be read is told by its number (fault 63)")
    func order() async throws {
        let lines = try await ServerAnswers.ask("/v1/batch", .post, body: [Self.text]).lines()
        #expect(
            lines.map { $0["locality"] as? String } == [
                "Vaduz", "Berlin", nil, nil, "Suva", nil, "Vaduz", "Vaduz", nil,
            ])
        #expect(lines.map { $0["line"] as? Int } == [nil, nil, 3, 4, nil, 6, nil, nil, 9])
    }

    @Test("the answers are the same in whatever pieces the body comes", arguments: [1, 2, 3, 7, 64])
    func pieces(size: Int) async throws {
        let whole = try await ServerAnswers.ask("/v1/batch", .post, body: [Self.text + "\n"])
        let bytes = Array(Self.text.utf8)
        let pieces = stride(from: 0, to: bytes.count, by: size).map {
            String(decoding: bytes[$0..<min($0 + size, bytes.count)], as: UTF8.self)
        }
        #expect(try await ServerAnswers.ask("/v1/batch", .post, body: pieces).text == whole.text)
    }

    @Test("a line that is too long costs one line of error, and the next one is answered (fault 63)")
    func longLine() async throws {
        let long = String(repeating: "9", count: 3000)
        let lines = try await ServerAnswers.ask(
            "/v1/batch", .post, body: ["47.141,9.521\n", long, long, long, "\n47.141,9.521\n\(long)\(long)"]
        ).lines()
        #expect(lines.map { $0["line"] as? Int } == [nil, 2, nil, 4])
        #expect((lines[1]["error"] as? String) == "a line has at most 4096 bytes")
    }

    @Test("an error never repeats the line, which may be a position")
    func privacy() async throws {
        let text = try await ServerAnswers.ask("/v1/batch", .post, body: ["47.123456 and 9.654321"]).text
        #expect(!text.contains("47.123456") && !text.contains("9.654321"))
    }

    @Test("numbers are read as Double reads them")
    func numbers() {
        var random = SeededRandom(seed: 7)
        for _ in 0..<20_000 {
            let digits = Int.random(in: 0...17, using: &random)
            let latitude = Double.random(in: -90...90, using: &random)
            let longitude = Double.random(in: -180...180, using: &random)
            let text = String(format: "%.\(digits)f,%.\(digits)f", latitude, longitude)
            let parts = text.split(separator: ",")
            let expected = Coordinate(latitude: Double(parts[0]) ?? .nan, longitude: Double(parts[1]) ?? .nan)
            #expect(Self.read(text) == expected, "\(digits) digits")
        }
        for text in [
            "1e1,2E-1", "+1.5, -2", " .5 5. ", "1e400,0", "--1,2", "1,2,3", "1", "1,", ",1", "0x10,1", "1e,1", "nan,1",
        ] {
            #expect(Self.read(text) == Coordinate(parsing: text.trimmed), "\(text)")
        }
    }

    @Test(
        "an object of JSON needs both numbers, each as a number",
        arguments: [
            "{}", "{\"lat\":1}", "{\"lat\":\"1\",\"lon\":2}", "{\"lat\":1,\"lon\":2", "{\"lat\":1,\"lon\":2}x",
            "{\"lat\":1 \"lon\":2}",
            "{\"lat\":null,\"lon\":2}", "{\"a\":[,\"lat\":1,\"lon\":2}", "{\"lat\":91,\"lon\":2}", "{,}", "{\"",
            "{\"a\\", "[1,2]",
        ])
    func badObjects(text: String) { #expect(Self.read(text) == nil) }

    private static func read(_ text: String) -> Coordinate? {
        Array(text.utf8).withUnsafeBytes { BatchPosition.read($0) }
    }
}
