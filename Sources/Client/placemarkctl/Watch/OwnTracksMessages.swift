import Glibc
import OwnTracks
import PlacemarkModel

/// Locations and crossings of borders as the OwnTracks app publishes them, one JSON object a line.
struct OwnTracksMessages {
    /// The last two letters of this machine's name, as the app takes those of its topic.
    static var defaultTrackerID: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "pm" }
        let letters = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .prefix { $0 != "." }.suffix(2)
        return letters.isEmpty ? "pm" : String(letters)
    }

    private let writer: OwnTracksWriter
    private let filter: EventFilter
    /// Where the box is; nil when the daemon does not tell, or its crossings are not watched.
    private var regions: Set<String>?

    init(trackerID: String, filter: EventFilter) {
        writer = OwnTracksWriter(trackerID: trackerID)
        self.filter = filter
    }

    /// The message of an event as one line of JSON; nil when there is none.
    ///
    /// - Parameter now: the wall clock.
    mutating func message(of event: EventReport, at now: Timestamp) -> String? {
        switch event.event {
        case .status:
            let tellsRegions = filter.includes(.regionEntered) && filter.includes(.regionExited)
            regions = tellsRegions ? event.status?.regions.map(Set.init) : nil
            guard filter.includes(.location) || filter.contains(.significant) else { return nil }
            return event.status?.location.map { location($0, at: now) }
        case .location: return event.location.map { location($0, at: now) }
        case .regionEntered, .regionExited:
            guard let region = event.region, let location = event.location else { return nil }
            let entered = event.event == .regionEntered
            if entered { regions?.insert(region) } else { regions?.remove(region) }
            let message = writer.transition(
                location, takenAt: location.takenAt(now), region: region, entered: entered, .init(createdAt: now))
            return String(decoding: message, as: UTF8.self)
        default: return nil
        }
    }

    private func location(_ report: LocationReport, at now: Timestamp) -> String {
        let message = writer.location(
            report, takenAt: report.takenAt(now), regions: regions?.sorted(), .init(createdAt: now))
        return String(decoding: message, as: UTF8.self)
    }
}
