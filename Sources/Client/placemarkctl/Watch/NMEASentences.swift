import PlacemarkModel
import Recordings
import Simulation

/// Locations as a receiver says them: GGA and RMC of the talker GP, one epoch for each location.
///
/// When the daemon's source is no longer live, one void epoch says so. There is no GSA, because the daemon does not
/// know which satellites a fix was made of; gpsd tells two dimensions from three by the altitude.
enum NMEASentences {
    /// Who reads them. The sentences have no accuracy, but a dilution of precision, of which each makes an accuracy its own way.
    enum Reader {
        /// gpsd, and what reckons as it does.
        case gpsd
        /// GeoClue up to 2.7, which knows six accuracies: 0, 1, 3, 50, 100 and 300 m.
        case geoclue

        /// The dilution of which the reader makes an accuracy that is not better than it is.
        func dilution(ofAccuracyInMeters accuracy: Double?) -> Double? {
            switch self {
            case .gpsd: return accuracy.map { $0 / RangeError.horizontalInMeters }
            case .geoclue:
                guard let accuracy else { return 99.99 }
                // gclue-location.c, get_accuracy_from_hdop. Above 300 m it knows nothing.
                let steps: [(accuracyInMeters: Double, dilution: Double)] = [(1, 2), (3, 5), (50, 10), (100, 20)]
                return steps.first { accuracy <= $0.accuracyInMeters }?.dilution ?? 99.99
            }
        }
    }

    /// - Parameter now: the wall clock, for epochs without a time of the receiver.
    static func text(of event: EventReport, at now: Timestamp, for reader: Reader = .gpsd) -> String? {
        switch event.event {
        case .status: event.status.map { text(of: $0, at: now, for: reader) }
        case .location: event.location.map { epoch(of: $0, at: now, for: reader) }
        case .source: event.source.flatMap { $0.state == .live ? nil : void(at: now) }
        default: nil
        }
    }

    /// An epoch without a fix.
    static func void(at now: Timestamp) -> String { text(ReceiverState(time: now, fix: nil)) }

    private static func text(of status: Status, at now: Timestamp, for reader: Reader) -> String {
        // What a beacon tells is no fix.
        guard let location = status.location, !location.stale, location.origin == nil else { return void(at: now) }
        return epoch(of: location, at: now, for: reader)
    }

    private static func epoch(of location: LocationReport, at now: Timestamp, for reader: Reader) -> String {
        let altitude = location.altitude.flatMap(plausible)
        let fix = ReceiverState.Fix(
            coordinate: location.coordinate, altitudeInMeters: altitude,
            geoidSeparationInMeters: altitude.flatMap { altitude in
                location.ellipsoidalAltitude.flatMap(plausible).map { $0 - altitude }
            },
            speedInMetersPerSecond: location.speed.flatMap(plausible),
            courseInDegrees: location.course.flatMap { 0..<360 ~= $0 ? $0 : nil },
            hdop: reader.dilution(ofAccuracyInMeters: location.horizontalAccuracy.flatMap(plausible)),
            satellites: nil)
        return text(ReceiverState(time: location.takenAt(now), fix: fix))
    }

    private static func text(_ state: ReceiverState) -> String {
        String(decoding: NMEAEpoch(state, [.gga, .rmc]).bytes, as: UTF8.self)
    }

    /// Nil for what no receiver measures, and a sentence has no room for.
    private static func plausible(_ number: Double) -> Double? { number.magnitude < 1e6 ? number : nil }
}
