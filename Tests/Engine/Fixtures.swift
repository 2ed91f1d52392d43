import LocationEngine
import PlacemarkModel

/// Seconds since boot, as a test counts them.
func at(_ seconds: Double) -> BootInstant { BootInstant(sinceBoot: .seconds(seconds)) }

/// 2026-11-20T20:00:00Z, as the receiver's clock at boot.
let epoch = Timestamp(nanosecondsSinceEpoch: 1_795_204_800_000_000_000)

func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
}

/// A fix whose receiver's clock runs with the boot-time clock.
func fix(
    _ coordinate: Coordinate, at seconds: Double, accuracy: Double? = 5, timestamp: Timestamp?? = nil,
    device: String? = "/dev/ttyACM0"
) -> Location {
    let usual = Timestamp(nanosecondsSinceEpoch: epoch.nanosecondsSinceEpoch + Int64(seconds * 1e9))
    return Location(
        coordinate: coordinate, horizontalAccuracy: accuracy, timestamp: timestamp ?? usual, receivedAt: at(seconds),
        device: device)
}

/// `meters` north of a point; a degree of latitude is close enough to 111,195 m for these tests.
func north(_ meters: Double, of origin: Coordinate) -> Coordinate {
    coordinate(origin.latitude + meters / 111_195, origin.longitude)
}

let cupertino = coordinate(37.3318, -122.0312)

extension GeocodePolicy {
    /// Carries out what the policy decides, with a geocoder that answers at once.
    mutating func run(at seconds: Double) -> Decision {
        let decision = decision(at: LocationEngineTests.at(seconds))
        if case .geocode(let location, _) = decision {
            asked(for: location, at: LocationEngineTests.at(seconds))
            succeeded()
        }
        return decision
    }
}

/// Why the geocoder is asked; nil when it is not.
func reason(_ decision: GeocodePolicy.Decision) -> GeocodePolicy.Reason? {
    if case .geocode(_, let reason) = decision { reason } else { nil }
}
