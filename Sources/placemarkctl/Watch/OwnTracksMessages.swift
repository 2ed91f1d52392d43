import Glibc
import PlacemarkCore

/// Locations and crossings of borders as the OwnTracks app publishes them.
///
/// The elements are those of OwnTracks' booklet (https://owntracks.org/booklet/tech/json/). As with the app, numbers
/// are whole but for the coordinate, zeros are left out, and a location without `t` was sent by itself.
struct OwnTracksMessages {
    /// The last two letters of this machine's name, as the app takes those of its topic.
    static var defaultTrackerID: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "pm" }
        let letters = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .prefix { $0 != "." }.suffix(2)
        return letters.isEmpty ? "pm" : String(letters)
    }

    let trackerID: String
    let filter: EventFilter
    /// Where the box is; nil when the daemon does not tell, or its crossings are not watched.
    private var regions: Set<String>?

    init(trackerID: String, filter: EventFilter) {
        self.trackerID = trackerID
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
            if event.event == .regionEntered { regions?.insert(region) } else { regions?.remove(region) }
            return JSON.line(
                OwnTracksTransition(
                    location, event: event.event == .regionEntered ? "enter" : "leave", region: region,
                    trackerID: trackerID, at: now))
        default: return nil
        }
    }

    private func location(_ report: LocationReport, at now: Timestamp) -> String {
        JSON.line(OwnTracksLocation(report, trackerID: trackerID, regions: regions?.sorted(), at: now))
    }
}

/// `_type=location`.
private struct OwnTracksLocation: Encodable {
    let _type = "location"
    let lat, lon: Double
    /// When the fix was taken, and when this message was made: seconds since 1970.
    let tst, createdAt: Int64
    /// Metres; metres above mean sea level.
    let acc, vac, alt: Int?
    /// Kilometres an hour, degrees.
    let vel, cog: Int?
    let tid: String
    let inregions: [String]?

    private enum CodingKeys: String, CodingKey {
        case _type, lat, lon, tst, acc, vac, alt, vel, cog, tid, inregions
        case createdAt = "created_at"
    }

    init(_ report: LocationReport, trackerID: String, regions: [String]?, at now: Timestamp) {
        (lat, lon) = (report.coordinate.latitude, report.coordinate.longitude)
        (tst, createdAt) = (report.takenAt(now).wholeSeconds, now.wholeSeconds)
        acc = report.horizontalAccuracy?.inOwnTracksAccuracy
        vac = report.verticalAccuracy?.inOwnTracksAccuracy
        alt = report.altitude?.wholeOrAbsent
        vel = report.speed.flatMap { ($0 * 3.6).wholeOrAbsent }
        cog = report.course?.wholeOrAbsent
        tid = trackerID
        inregions = regions
    }
}

/// `_type=transition`.
private struct OwnTracksTransition: Encodable {
    let _type = "transition"
    let event, desc, rid, tid: String
    let lat, lon: Double
    let acc: Int?
    let tst: Int64
    /// When the region was made, which the daemon does not know; the booklet demands a number.
    let wtst = 0
    /// A geographical region, and not a beacon.
    let t = "c"

    init(_ report: LocationReport, event: String, region: String, trackerID: String, at now: Timestamp) {
        (self.event, desc, rid, tid) = (event, region, region, trackerID)
        (lat, lon) = (report.coordinate.latitude, report.coordinate.longitude)
        acc = report.horizontalAccuracy?.inOwnTracksAccuracy
        tst = report.takenAt(now).wholeSeconds
    }
}

extension Timestamp {
    fileprivate var wholeSeconds: Int64 { nanosecondsSinceEpoch / 1_000_000_000 }
}

extension Double {
    /// The next whole number; nil for zero, and for what no receiver measures.
    fileprivate var wholeOrAbsent: Int? {
        guard magnitude < 1e9 else { return nil }
        let whole = Int(rounded())
        return whole == 0 ? nil : whole
    }

    /// Rounded up, so that it claims no more than is known.
    fileprivate var inOwnTracksAccuracy: Int? { rounded(.up).wholeOrAbsent }
}
