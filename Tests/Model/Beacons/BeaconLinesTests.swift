import FoundationEssentials
import Testing

@testable import PlacemarkModel

@Suite("Lines between the daemon and whoever hears beacons")
struct BeaconLinesTests {
    /// Eddystones that say as much as one can, and are heard as often as counts. So many anybody can send.
    private static func eddystones(_ count: Int) -> [BeaconObservation] {
        let namespace = BeaconBytes((0..<10).map { UInt8($0) })
        let link = "https://www." + String(repeating: ".info/", count: 17)
        return (0..<count).map { number in
            BeaconObservation(
                .namespace(namespace, instance: BeaconBytes([0, 0, 0, 0, 0, UInt8(number)])),
                measuredPower: -100, strengths: Array(repeating: -120, count: BeaconLines.mostStrengths),
                telemetry: BeaconTelemetry(battery: 65.535, temperature: -127.99609375), link: link)
        }
    }

    /// The line without its newline, and what the daemon reads.
    private static func line(_ observations: [BeaconObservation]) throws -> (length: Int, read: [BeaconObservation]) {
        var writer = JSONWriter()
        writer.write(BeaconHearing(observations: observations, malformed: .max))
        let line = writer.bytes.dropLast()
        #expect(writer.bytes.last == UInt8(ascii: "\n"))
        return (line.count, try JSONDecoder().decode(BeaconLines.Heard.self, from: Data(line)).hearing.observations)
    }

    @Test("as many beacons as may be fit into a line, whatever they say; what has no room is links (fault 93)")
    func fullest() throws {
        let sent = Self.eddystones(BeaconLines.mostObservations)
        let (length, read) = try Self.line(sent)
        #expect(length <= BeaconLines.longestLine)
        var withoutLinks = sent
        for place in sent.indices { withoutLinks[place].link = read.indices.contains(place) ? read[place].link : nil }
        #expect(read == withoutLinks, "nothing else is left out")
    }

    @Test("a beacon whose strengths nobody tells is there, with an empty list of them or without one")
    func withoutStrengths() throws {
        for strengths in [#","strengths":[]"#, ""] {
            let line = #"{"beacons":[{"beacon":{"address":"C0:FF:EE:00:11:22"}\#(strengths)}]}"#
            let hearing = try JSONDecoder().decode(BeaconLines.Heard.self, from: Data(line.utf8)).hearing
            #expect(hearing.observations.map(\.strengths) == [[]])
        }
    }

    @Test("a line of less has everything")
    func whole() throws {
        let sent = Self.eddystones(BeaconLines.longestLine / BeaconLines.longestObservation - 1)
        let (length, read) = try Self.line(sent)
        #expect(length <= BeaconLines.longestLine && read == sent)
    }
}
