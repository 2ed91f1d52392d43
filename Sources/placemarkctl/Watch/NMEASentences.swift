import PlacemarkCore
import Recordings
import Simulation

/// Locations as a receiver says them: GGA and RMC of the talker GP, one epoch for each location.
///
/// When the daemon's source is no longer live, one void epoch says so. There is no GSA, because the daemon does not
/// know which satellites a fix was made of; gpsd tells two dimensions from three by the altitude.
enum NMEASentences {
    /// - Parameter now: the wall clock, for epochs without a time of the receiver.
    static func text(of event: EventReport, at now: Timestamp) -> String? {
        switch event.event {
        case .status: event.status.map { text(of: $0, at: now) }
        case .location: event.location.map { epoch(of: $0, at: now) }
        case .source: event.source.flatMap { $0.state == .live ? nil : void(at: now) }
        default: nil
        }
    }

    /// An epoch without a fix.
    static func void(at now: Timestamp) -> String { text(ReceiverState(time: now, fix: nil)) }

    private static func text(of status: Status, at now: Timestamp) -> String {
        guard let location = status.location, !location.stale else { return void(at: now) }
        return epoch(of: location, at: now)
    }

    private static func epoch(of location: LocationReport, at now: Timestamp) -> String {
        let altitude = location.altitude.flatMap(plausible)
        let fix = ReceiverState.Fix(
            coordinate: location.coordinate, altitudeInMeters: altitude,
            geoidSeparationInMeters: altitude.flatMap { altitude in
                location.ellipsoidalAltitude.flatMap(plausible).map { $0 - altitude }
            },
            speedInMetersPerSecond: location.speed.flatMap(plausible),
            courseInDegrees: location.course.flatMap { 0..<360 ~= $0 ? $0 : nil },
            // As gpsd reckons, so that an accuracy survives the way through a second gpsd.
            hdop: location.horizontalAccuracy.flatMap(plausible).map { $0 / RangeError.horizontalInMeters },
            satellites: nil)
        return text(ReceiverState(time: location.takenAt(now), fix: fix))
    }

    private static func text(_ state: ReceiverState) -> String {
        String(decoding: NMEAEpoch(state, [.gga, .rmc]).bytes, as: UTF8.self)
    }

    /// Nil for what no receiver measures, and a sentence has no room for.
    private static func plausible(_ number: Double) -> Double? { number.magnitude < 1e6 ? number : nil }
}
