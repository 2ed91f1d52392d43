import PlacemarkModel

/// Measures for how much of a trip what was published was right for the position.
///
/// Right is the city that a lookup at the newest accepted fix gives. A fix counts until the next one, but no longer than
/// `longestStretch`: where there were no fixes, nobody knows. So the last one does not count.
struct RightTime {
    /// As for regions (`RegionFix.longestPath`): beyond it nobody knows the way.
    static let longestStretch = Duration.seconds(60)
    /// 18 km/h: from here on it is driving. A box that stands, or is carried, stays right or wrong for long by chance.
    static let drivingInMetersPerSecond = 5.0

    /// A time that could be judged, and the part of it in which the published city was the right one.
    struct Score {
        fileprivate(set) var judged = Duration.zero
        fileprivate(set) var right = Duration.zero

        /// Nil while nothing could be judged.
        var share: Double? { judged > .zero ? right / judged : nil }

        fileprivate mutating func add(_ other: Score) {
            judged += other.judged
            right += other.right
        }
    }

    /// Of the whole trip, and of the driving in it.
    private(set) var all = Score()
    private(set) var driving = Score()

    /// Of the newest fix, so far.
    private var newest = Score()
    private var truth: String?
    private var isDriving = false
    private var published: String?
    /// Up to where time has been counted, and where the stretch of the last fix ends.
    private var counted: BootInstant?
    private var end = BootInstant(sinceBoot: .zero)

    /// A fix has been accepted.
    ///
    /// - Parameters:
    ///   - truth: the right city; nil when nobody knows it.
    ///   - speed: in m/s; nil when it is not known.
    mutating func accepted(truth: String?, speed: Double?, at now: BootInstant) {
        count(until: now)
        all.add(newest)
        if isDriving { driving.add(newest) }
        newest = Score()
        self.truth = truth
        isDriving = (speed ?? 0) >= Self.drivingInMetersPerSecond
        counted = now
        end = now.advanced(by: Self.longestStretch)
    }

    /// From now on this city is published.
    mutating func published(_ city: String?, at now: BootInstant) {
        guard city != published else { return }
        count(until: now)
        published = city
    }

    private mutating func count(until now: BootInstant) {
        guard let from = counted else { return }
        let until = max(from, min(now, end))
        counted = until
        guard let truth else { return }
        let stretch = from.duration(to: until)
        newest.judged += stretch
        if published == truth { newest.right += stretch }
    }
}
