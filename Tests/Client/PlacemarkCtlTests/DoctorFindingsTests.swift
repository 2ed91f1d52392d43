import FoundationEssentials
import PlacemarkModel
import Testing

@testable import placemarkctl

@Suite("The doctor's report")
struct DoctorFindingsTests {
    private static let report = DoctorFindings(findings: [
        .ok(.configuration, "/etc/placemarkd.conf"),
        .wrong(
            .gpsd,
            "nothing is listening at localhost:2947, and this sentence goes on for so long that it needs another line.",
            advice: "Start gpsd:", "sudo systemctl enable --now gpsd.socket"),
        .notice(.clock, "nothing keeps it right."),
    ])

    @Test("each step has a sign and a word; what is long is wrapped, and commands have lines of their own")
    func text() {
        #expect(
            Self.report.text(isColoured: false) == """
                ✓ ok     Configuration  /etc/placemarkd.conf
                ✗ wrong  gpsd           nothing is listening at localhost:2947, and this
                                        sentence goes on for so long that it needs another line.
                                        Start gpsd:
                                          sudo systemctl enable --now gpsd.socket
                ! look   Clock          nothing keeps it right.

                One thing is wrong. Worth a look: 1.
                """)
    }

    @Test("colour changes nothing but the colour")
    func colour() {
        let coloured = Self.report.text(isColoured: true)
        #expect(coloured.contains("\u{1b}[31m✗ wrong  \u{1b}[0mgpsd"))
        let plain = ["\u{1b}[31m", "\u{1b}[32m", "\u{1b}[33m", "\u{1b}[0m"].reduce(coloured) {
            $0.replacing($1, with: "")
        }
        #expect(plain == Self.report.text(isColoured: false))
    }

    @Test("programs get the same in JSON")
    func json() throws {
        struct Document: Decodable {
            struct Item: Decodable, Equatable {
                let step, verdict, found: String
                let advice: String?
                let commands: [String]
            }
            let isWell: Bool
            let version: String
            let findings: [Item]
        }
        let document = try JSONDecoder().decode(Document.self, from: Data(JSON.line(Self.report).utf8))
        #expect(!document.isWell && document.version == Installation.version)
        #expect(document.findings.map(\.step) == ["configuration", "gpsd", "clock"])
        #expect(document.findings.map(\.verdict) == ["ok", "wrong", "notice"])
        #expect(document.findings[1].commands == ["sudo systemctl enable --now gpsd.socket"])
        #expect(document.findings[1].advice == "Start gpsd:" && document.findings[0].advice == nil)
        let well = DoctorFindings(findings: [.notice(.clock, "?")])
        #expect(well.wrongCount == 0 && JSON.line(well).contains(#""isWell":true"#))
        #expect(well.text(isColoured: false).hasSuffix("All is well. Worth a look: 1."))
    }
}
