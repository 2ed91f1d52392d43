import Foundation
import PlacemarkModel
import TestSupport
import Testing

@testable import placemarkctl

@Suite("The keys that “get” completes")
struct StatusKeysTests {
    @Test("they are those of the table in docs/reference/protocol.md")
    func documented() throws {
        let text = try Checkout.text("docs/reference/protocol.md")
        let section = try #require(text.split(separator: "## The status\n").last?.split(separator: "\n## ").first)
        var (documented, part) = (Set<String>(), "")
        for line in section.split(separator: "\n") where line.hasPrefix("| `") {
            let cell = line.dropFirst(2).split(separator: "|")[0]
            for (index, piece) in cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            where !index.isMultiple(of: 2) {
                if piece.hasPrefix(".") {
                    documented.insert(part + piece)
                } else {
                    documented.insert(String(piece))
                    part = piece.split(separator: ".").dropLast().joined(separator: ".")
                }
            }
        }
        #expect(documented.count > 60)
        let known = Set(StatusKeys.paths)
        #expect(documented.subtracting(known).sorted() == [])
        #expect(known.subtracting(documented).sorted() == [])
    }

    @Test(
        "a key is a path, what a path leads through or to, or the end of a single one",
        arguments: [
            ("placemark.locality", "placemark.locality"), ("placemark", "placemark"),
            ("locality", "placemark.locality"), ("fixes.rejected.tooOld", "fixes.rejected.tooOld"),
            ("visit.placemark.locality", "visit.placemark.locality"), ("location.coordinate", "location.coordinate"),
            ("coordinate.latitude", "location.coordinate.latitude"), ("latitude", "location.coordinate.latitude"),
            ("state", "source.state"), ("accuracy", "heading.accuracy"), ("policy", "geocoding.policy"),
            ("regions", "regions"), ("rejected", "fixes.rejected"),
        ])
    func path(key: String, path: String) { #expect(StatusKeys.meaning(of: key) == .path(path)) }

    @Test(
        "what several paths end with is ambiguous, and all of them are named",
        arguments: [
            ("age", ["location.age", "placemark.age", "heading.age"]),
            ("stale", ["location.stale", "placemark.stale"]),
            (
                "horizontalAccuracy",
                ["location.horizontalAccuracy", "placemark.horizontalAccuracy", "visit.horizontalAccuracy"]
            ),
            ("coordinate", ["location.coordinate", "visit.coordinate"]),
        ])
    func ambiguous(key: String, paths: [String]) { #expect(StatusKeys.meaning(of: key) == .ambiguous(paths)) }

    @Test(
        "nothing else is a key", arguments: ["localty", "placemark.localty", "place", "", ".", "ocality", "placemark."])
    func unknown(key: String) { #expect(StatusKeys.meaning(of: key) == .unknown) }

    @Test("each word that a shell completes stands for one path")
    func words() {
        for word in StatusKeys.words {
            switch StatusKeys.meaning(of: word) {
            case .path, .grid: break
            case .ambiguous, .unknown: Issue.record("\(word)")
            }
        }
        #expect(Set(GridReference.allCases.map(\.rawValue)).isSubset(of: StatusKeys.words))
        #expect(StatusKeys.words.contains("locality") && !StatusKeys.words.contains("age"))
    }

    @Test("a grid's name is no key of the status: it stands for the location in it, as precisely as it was told")
    func grids() throws {
        func status(_ text: String) throws -> JSONValue {
            try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        }
        let precise = try status(Reports.statusText("live", #""location":\#(Reports.location)"#))
        let reduced = try status(
            #"{"precision":"reduced","location":{"coordinate":{"latitude":47.141,"longitude":9.521}}}"#)
        let untold = try status(#"{"location":{"coordinate":{"latitude":47.141,"longitude":9.521}}}"#)
        for grid in GridReference.allCases {
            let values = [precise, reduced, untold].map { StatusKeys.value(of: grid.rawValue, in: $0) }
            let vaduz = try #require(Coordinate(latitude: 47.141, longitude: 9.521))
            let coarse = JSONValue.text(grid.text(of: vaduz, for: .reduced))
            #expect(values == [.text(grid.text(of: vaduz, for: .precise)), coarse, coarse])
            #expect(StatusKeys.value(of: grid.rawValue, in: try status(#"{"precision":"precise"}"#)) == nil)
            #expect(!StatusKeys.paths.contains { $0.split(separator: ".").last.map(String.init) == grid.rawValue })
        }
    }
}
