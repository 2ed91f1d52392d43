import Foundation
import LocationEngine
import PlacemarkModel
import Testing

func at(_ seconds: Double) -> BootInstant { BootInstant(sinceBoot: .seconds(seconds)) }

/// The snapshots of a box that has had one fix at 37.3318, -122.0312 and was told that this is Cupertino.
enum Snapshots {
    static let empty: StatusSnapshot = run([])

    static let cupertino: StatusSnapshot = run([
        (.source(.connected), 1), (.source(.fix(fix)), 2), (.geocoded(placemark), 2),
    ])

    static let stale: StatusSnapshot = run([
        (.source(.connected), 1), (.source(.fix(fix)), 2), (.geocoded(placemark), 2), (.timer, 722),
    ])

    static let fix = Location(
        coordinate: Coordinate(clampingLatitude: 37.3318, wrappingLongitude: -122.0312), horizontalAccuracy: 4.1,
        altitude: 72,
        speed: 0.2, course: 81, timestamp: Timestamp(parsing: "2026-11-20T20:24:49Z"), receivedAt: at(2),
        device: "/dev/ttyACM0")

    static let placemark: Placemark = {
        var placemark = Placemark(geocoder: "gazetteer")
        placemark.name = "Cupertino"
        placemark.locality = "Cupertino"
        placemark.administrativeArea = "California"
        placemark.country = "United States"
        placemark.isoCountryCode = "US"
        placemark.timeZone = "America/Los_Angeles"
        placemark.distance = 310
        placemark.bearing = 12
        return placemark
    }()

    /// A box that has been named at second 2 and has stood still since, with a fix every 5 s until this second.
    static func parked(until end: Int, then inputs: [(LocationMachine.Input, Double)] = []) -> StatusSnapshot {
        let fixes: [(LocationMachine.Input, Double)] = stride(from: 7, through: end, by: 5).map { second in
            var fix = fix
            // No receiver gives the very same position for long.
            fix.coordinate = Coordinate(
                clampingLatitude: fix.coordinate.latitude + Double(second % 7) * 1e-6,
                wrappingLongitude: fix.coordinate.longitude)
            fix.timestamp = fix.timestamp?.advanced(by: .seconds(second - 2))
            fix.receivedAt = at(Double(second))
            return (.source(.fix(fix)), Double(second))
        }
        return run(
            [(.source(.connected), 1), (.source(.fix(fix)), 2), (.geocoded(placemark), 2)] + fixes + inputs)
    }

    static func run(_ inputs: [(LocationMachine.Input, Double)]) -> StatusSnapshot {
        publications(inputs).last?.snapshot
            ?? StatusSnapshot(at: at(0), geocoding: GeocodePolicy.Settings())
    }

    static func publications(_ inputs: [(LocationMachine.Input, Double)]) -> [Publication] {
        var machine = LocationMachine(seed: 1, offset: SecretOffset(key: (1, 2)), at: at(0))
        return inputs.flatMap { input, seconds in
            machine.handle(input, at: at(seconds)).compactMap { action in
                if case .publish(let publication) = action { publication } else { nil }
            }
        }
    }
}

extension StatusSnapshot {
    /// The same with another locality.
    func named(_ locality: String) -> StatusSnapshot {
        var snapshot = self
        guard let known = placemark else { return self }
        var placemark = known.placemark
        placemark.locality = locality
        snapshot.placemark = KnownPlacemark(
            placemark: placemark, location: known.location, answeredAt: known.answeredAt)
        return snapshot
    }
}

/// Runs `body` with each bit of a file flipped, one at a time, and expects that the file has been set aside then.
func everyBitFlipped(_ path: String, _ body: () -> Void) throws {
    let good = try #require(FileManager.default.contents(atPath: path))
    for index in good.indices {
        for bit in 0..<8 {
            var flipped = good
            flipped[index] ^= 1 << UInt8(bit)
            try flipped.write(to: URL(filePath: path))
            body()
            #expect(FileManager.default.contents(atPath: path + ".damaged") == flipped, "bit \(bit) of byte \(index)")
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }
}
