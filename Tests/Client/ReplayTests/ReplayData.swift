import Foundation
import Gazetteer
import PlacemarkModel
import Recordings
import Replay
import TestSupport

/// The world file that "make gazetteer" has built, and the recordings beside the checkout.
enum RealData {
    static let world = Checkout.world
    static var hasWorld: Bool { FileManager.default.fileExists(atPath: world) }

    static func trace(_ name: String) -> URL? {
        SharedData.files(in: "traces", withExtension: "nmea").first { $0.lastPathComponent == name }
    }
}

/// A world of strips, 0.01° of longitude wide, each with a city of its own.
enum StripedWorld {
    static func city(at coordinate: Coordinate) -> String { "City \(Int((coordinate.longitude * 100).rounded(.down)))" }

    static func hint(at coordinate: Coordinate) -> NameHint? {
        var hint = NameHint()
        hint.locality = UInt32(bitPattern: Int32((coordinate.longitude * 100).rounded(.down)))
        return hint
    }

    static func placemark(for request: GeocodeRequest) -> Placemark {
        var placemark = Placemark(geocoder: "stripes")
        placemark.locality = city(at: request.coordinate)
        return placemark
    }
}

extension Coordinate {
    /// On the equator, where 0.01° of longitude are 1113 m.
    static func east(_ degrees: Double) -> Coordinate {
        Coordinate(clampingLatitude: 0.5, wrappingLongitude: degrees)
    }
}
