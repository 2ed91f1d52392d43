import Foundation
import PlacemarkModel
import Simulation
import TestConditions
import TestSupport
import Testing

/// From the command line to the journal, and over a restart. What an hour under way adds is in `ShipsLogTests`.
@Suite("The ship's log at the command line", .timeLimit(.minutes(2)), .tags(.waits))
struct ShipsLogProgramTests {
    private static let configuration = "[Trips]\nKeep=disk\nLogInterval=1h\n"

    private func placemarkctl(_ daemon: RunningDaemon, _ arguments: String...) async throws -> String {
        let result = try await Programs.run("placemarkctl", arguments + ["--socket", daemon.socket])
        #expect(result.status == 0, "\(result.errors)")
        return result.output
    }

    @Test("a remark has the position of a real gpsd, and is there for spreadsheets and for paper after a restart")
    func remarks() async throws {
        let directory = try TemporaryDirectory()
        let gpsd = try await RealGPSD()
        let position = Coordinate(clampingLatitude: 54.5, wrappingLongitude: 10.25)
        let first = try await RunningDaemon(
            gpsdPort: gpsd.port, configuration: Self.configuration, directory: directory)
        _ = try await first.status("the receiver") { $0.source.device == gpsd.device }
        for second in 0..<20 {
            let time = Timestamp(nanosecondsSinceEpoch: (1_795_161_600 + Int64(second)) * 1_000_000_000)
            gpsd.feed(
                NMEAEpoch(
                    ReceiverState(
                        time: time, fix: .init(coordinate: position, speedInMetersPerSecond: 3, courseInDegrees: 81))
                ).bytes)
            try await Task.sleep(for: .milliseconds(20))
        }
        _ = try await first.status("a position") { $0.location != nil }
        let added = try await placemarkctl(first, "log", "add", "Reefed the main,", "wind SW 6")
        #expect(added.contains("54°30.000′N 010°15.000′E") && added.contains("Reefed the main, wind SW 6"), "\(added)")
        #expect(first.process.terminate() == 0)

        let second = try await RunningDaemon(gpsdPort: 1, configuration: Self.configuration, directory: directory)
        _ = try await placemarkctl(second, "log", "add", "Anchor <up>")
        for format in ["csv", "html", "json"] {
            try directory.write("log.\(format)", try await placemarkctl(second, "log", "list", "--format", format))
        }
        let script = """
            import csv, html.parser, json, sys
            rows = list(csv.DictReader(open("log.csv", newline="")))
            print([row["remark"] for row in rows], float(rows[0]["latitude"]), rows[0]["by"])
            class Cells(html.parser.HTMLParser):
                text = []
                def handle_data(self, data): self.text.append(data)
            page = Cells(); page.feed(open("log.html").read())
            print("Anchor <up>" in page.text, "54°30.000′N 010°15.000′E" in page.text)
            print([json.loads(line)["remark"] for line in open("log.json")])
            """
        let read = try await Programs.run(
            "bash", ["-c", "cd \"$0\" && PYTHONUTF8=1 python3 -c \"$1\"", directory.path, script])
        #expect(
            read.output.split(separator: "\n") == [
                "['Reefed the main, wind SW 6', 'Anchor <up>'] 54.5 \(getuid())", "True True",
                "['Reefed the main, wind SW 6', 'Anchor <up>']",
            ], "\(read.output)\(read.errors)")
        #expect(try await placemarkctl(second, "trips", "verify").hasPrefix("The journal is whole: 2 entries."))
    }

    @Test("where no trips are kept, the command says what to do")
    func off() async throws {
        let gpsd = try await RealGPSD()
        let daemon = try await RunningDaemon(gpsdPort: gpsd.port)
        let result = try await Programs.run("placemarkctl", ["log", "add", "Anchor up", "--socket", daemon.socket])
        #expect(result.status != 0 && result.errors.contains("Keep="), "\(result.errors)")
    }
}
