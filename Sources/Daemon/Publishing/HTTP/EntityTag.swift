import PlacemarkModel

/// Stands for the content of an answer, so that a client can ask whether it has changed (RFC 9110, section 8.8.3).
///
/// It is weak: ages and counters are not in it, because they change without any news. It is made from nothing but the
/// content, so that it is the same after a restart.
struct EntityTag: Hashable, CustomStringConvertible {
    let description: String

    /// - Parameter content: an answer's bytes, without ages and counters.
    init(of content: [UInt8]) {
        // It does not resist deliberate collisions, and need not.
        description = "W/\"\(String(content.fnv1a, radix: 16))\""
    }
}

extension Status {
    /// What of it is news: without ages, and without what only counts.
    var news: Status {
        var status = self
        status.sequence = 0
        status.source.since = 0
        status.location?.age = 0
        status.placemark?.age = 0
        status.heading?.age = 0
        status.compasses = status.compasses?.map { $0.withoutAge }
        status.visit?.duration = 0
        status.geocoding?.nextIn = nil
        status.geocoding?.requests = 0
        status.geocoding?.saved = 0
        status.fixes?.accepted = 0
        status.fixes?.rejected = [:]
        return status
    }
}

extension CompassReport {
    fileprivate var withoutAge: CompassReport {
        var compass = self
        compass.age = 0
        return compass
    }
}

extension VisitsReport {
    /// What of it is news.
    var news: VisitsReport {
        var visits = self
        visits.current?.duration = 0
        return visits
    }
}
