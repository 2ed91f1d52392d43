import Foundation
import PlacemarkModel
import Testing

@testable import placemarkctl

@Suite("The ship's log for people and other programs")
struct LogFormatsTests {
    private static let entries: [ShipsLogEntry] = {
        let json = #"""
            [{"timestamp":"2026-11-20T23:00:02Z","utcOffset":3600,"coordinate":{"latitude":54.20575,"longitude":10.085333},
            "horizontalAccuracy":4.25,"course":81.4,"speed":2.8294,"odometer":185200,"place":"Kiel Bight","trip":"5d0c3a7b9e1f2048"},
            {"timestamp":"2026-11-20T23:40:00Z","coordinate":{"latitude":-0.00001,"longitude":-179.999999},"positionAge":7200,
            "remark":"=1+1; wind <6> & rising, \"reefed\"","by":1000},
            {"remark":"no position yet"}]
            """#
        guard let entries = try? JSONDecoder().decode([ShipsLogEntry].self, from: Data(json.utf8)) else {
            preconditionFailure("not entries")
        }
        return entries
    }()

    @Test("the table has degrees and minutes, knots and nautical miles, in the time of the place")
    func table() {
        let cells = Self.entries.map(LogTable.cells)
        #expect(
            cells[0] == [
                "2026-11-21 00:00:02 +01:00", "54°12.345′N 010°05.120′E", "81°", "5.5 kn", "100.0 nm", "Kiel Bight", "",
            ])
        #expect(cells[1][1] == "00°00.001′S 180°00.000′W (2 h old)")
        #expect(cells[2] == ["?", "", "", "", "", "", "no position yet"])
    }

    @Test("CSV has plain units, and text that no spreadsheet takes for a formula")
    func csv() {
        let lines = LogFormats.csv(Self.entries).components(separatedBy: "\r\n")
        #expect(lines.count == 5 && lines[4].isEmpty)
        let first =
            "2026-11-21T00:00:02+01:00,54.2057500,10.0853330,4.3,,81.4,2.83,185200,Kiel Bight,5d0c3a7b9e1f2048,,"
        #expect(lines[1] == first)
        #expect(lines[2].hasSuffix(#","'=1+1; wind <6> & rising, ""reefed""",1000"#))
        #expect(lines[3] == ",,,,,,,,,,no position yet,")
    }

    @Test("the page for a printer has each entry, and takes no text for markup")
    func page() {
        let page = LogFormats.html(Self.entries)
        #expect(page.components(separatedBy: "<tr>").count == 5)
        #expect(page.contains("wind &lt;6&gt; &amp; rising") && !page.contains("<6>"))
        #expect(!page.contains("http") && !page.contains("<script"))
    }
}
