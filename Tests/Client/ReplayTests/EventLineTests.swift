import Foundation
import LocationEngine
import PlacemarkModel
import Testing

@testable import Replay

@Suite struct EventLineTests {
    private func reference(_ report: EventReport) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
    }

    private func line(_ report: EventReport) -> String {
        var bytes: [UInt8] = []
        EventLine().append(report, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func location(_ random: inout SeededRandom) -> Location {
        func number(_ range: ClosedRange<Double>) -> Double? {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: nil
            case 1: Double.random(in: range, using: &random).rounded()
            default: Double.random(in: range, using: &random)
            }
        }
        var location = Location(
            coordinate: Coordinate(
                clampingLatitude: number(-90...90) ?? 0, wrappingLongitude: number(-0.00001...0.00001) ?? 0),
            mode: Bool.random(using: &random) ? .twoDimensional : .threeDimensional,
            horizontalAccuracy: number(0...2e7),
            altitude: number(-12_000...1e8), ellipsoidalAltitude: number(-1...1), verticalAccuracy: number(0...99),
            speed: number(0...300), speedAccuracy: number(0...3), course: number(0...359),
            courseAccuracy: number(0...9),
            timestamp: Bool.random(using: &random)
                ? Timestamp(nanosecondsSinceEpoch: Int64.random(in: .min ... .max, using: &random)) : nil,
            receivedAt: BootInstant(sinceBoot: .milliseconds(Int.random(in: 0..<1_000_000, using: &random))),
            device: "/dev/ttyACM0", isSimulated: Bool.random(using: &random))
        location.isTimestampSuspect = Bool.random(using: &random)
        location.satellites = Bool.random(using: &random) ? .init(used: 9, seen: 14) : nil
        return location
    }

    @Test("a line is what JSONEncoder writes, byte for byte", arguments: 1...40 as ClosedRange<UInt64>)
    func equality(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<50 {
            let location = location(&random)
            var monitor = SourceMonitor(at: location.receivedAt)
            monitor.disconnected(because: #"a "reason"/with \ signs"#, at: location.receivedAt)
            let kinds: [Event.Kind] = [
                .location(location), .rejected(.allCases.randomElement(using: &random) ?? .noFix),
                .geocode(.moved, location), .paused(location), .resumed(location), .source(monitor),
                .placemark(
                    .init(
                        placemark: StripedWorld.placemark(for: GeocodeRequest(location: location)), location: location,
                        answeredAt: location.receivedAt)),
                .timeZone("Asia/Tokyo", previous: nil),
            ]
            for kind in kinds {
                let event = Event(
                    kind, at: location.receivedAt.advanced(by: .milliseconds(Int.random(in: 0..<5000, using: &random))),
                    elapsed: .milliseconds(Int.random(in: 0..<400_000_000, using: &random)))
                let report = try #require(EventReport(event, precision: .precise))
                #expect(line(report) == (try reference(report)), "seed \(seed)")
            }
        }
    }

    @Test("no field of a location is unknown to the writer")
    func fields() throws {
        var random = SeededRandom(seed: 1)
        let event = Event(.location(location(&random)), at: BootInstant(sinceBoot: .zero), elapsed: .zero)
        let report = try #require(EventReport(event, precision: .precise))
        let location = try #require(report.location)
        #expect(
            Mirror(reflecting: location).children.compactMap(\.label).sorted() == [
                "age", "altitude", "coordinate", "course", "courseAccuracy", "ellipsoidalAltitude",
                "horizontalAccuracy", "mode", "origin", "satellitesSeen", "satellitesUsed", "simulated", "speed",
                "speedAccuracy", "stale", "timestamp", "timestampSuspect", "verticalAccuracy",
            ])
        #expect(Mirror(reflecting: report).children.count == 16)
    }
}
