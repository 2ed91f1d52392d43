import LocationEngine
import PlacemarkModel
@testable import Publishing

/// Points and publications for the tests of the track.
enum TrackTrips {
    /// 2026-11-20T20:00:00Z
    static let epoch = Timestamp(nanosecondsSinceEpoch: 1_795_204_800_000_000_000)

    static func time(_ seconds: Double) -> Timestamp { epoch.advanced(by: .seconds(seconds)) ?? epoch }

    /// The n-th point of a long way: its number can be read off its latitude.
    static func point(_ number: Int, time: Timestamp? = nil) -> TrackPoint {
        TrackPoint(
            coordinate: Coordinate(clampingLatitude: Double(number) * 1e-5, wrappingLongitude: 9),
            time: .receiver(time ?? Self.time(Double(number))))
    }

    static func number(of point: TrackPoint) -> Int { Int((point.coordinate.latitude * 1e5).rounded()) }

    static func records(_ numbers: Range<Int>) -> [UInt8] { numbers.flatMap { TrackRecord.encode(point($0)) } }

    /// A fix on a zigzag, of which every one is a point.
    static func fix(_ number: Int, at seconds: Double, timestamp: Timestamp?? = nil) -> Location {
        Location(
            coordinate: Coordinate(
                clampingLatitude: 47 + Double(number % 2) * 1e-3, wrappingLongitude: 9 + Double(number) * 1e-3),
            horizontalAccuracy: 5, timestamp: timestamp ?? time(seconds), receivedAt: at(seconds))
    }

    static func publication(_ fix: Location, at seconds: Double) -> Publication {
        var snapshot = StatusSnapshot(at: at(seconds), geocoding: .init())
        snapshot.location = fix
        return Publication(snapshot: snapshot, events: [])
    }
}

extension TrackJournal {
    /// All points that can be read.
    var allPoints: [TrackPoint] {
        var position = Position()
        var points: [TrackPoint] = []
        while true {
            let bytes = read(100, from: &position, to: end)
            if bytes.isEmpty { return points }
            points += bytes.points
        }
    }
}
