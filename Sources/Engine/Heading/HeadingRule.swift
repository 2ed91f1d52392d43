import PlacemarkModel

/// Which of several compasses tells where the box points, and when the course over ground does.
///
/// 1. A compass that counts from true north.
/// 2. The course, while the box moves on wheels (`CourseAlignment.along`): steel turns a magnetic compass, and not the road.
/// 3. A magnetic compass. It knows the direction of a box that is slow, and of one that drifts.
/// 4. The course, while the box moves.
///
/// Of two compasses of the same kind the one that counts already goes on, so that two that disagree do not make the box spin.
/// One that is broken by its `CompassHealth` does not count at all: a wrong heading is worse than none.
public struct HeadingRule: Sendable {
    /// After this long without a report a compass, or the course, counts as absent.
    public static let patience = Duration.seconds(5)
    /// After this long without a report a compass is forgotten.
    public static let memory = Duration.seconds(3600)
    /// A box has one compass, or a few. Beyond that the one that has been silent for the longest time makes room.
    static let mostCompasses = 8

    /// Slower than this there is no course over ground; see `ActivityProfile`.
    public private(set) var courseSpeedInMetersPerSecond: Double
    private var alignment: CourseAlignment
    /// What is added to magnetic compasses, instead of what they know of it themselves; nil for none.
    private var deviations: DeviationTable?
    /// In the order in which they were heard first.
    public private(set) var compasses: [KnownCompass] = []
    /// The compass that counts; nil while the course does, or nothing.
    public private(set) var compassInUse: KnownCompass.Identity?
    private var field: LocalMagneticField
    private var course: Heading?

    init(profile: ActivityProfile, deviations: DeviationTable? = nil, field: LocalMagneticField = .init()) {
        courseSpeedInMetersPerSecond = profile.courseSpeedInMetersPerSecond
        alignment = profile.alignment
        self.deviations = deviations
        self.field = field
    }

    /// Another activity, or another table. What is known of the compasses stays.
    mutating func configure(profile: ActivityProfile, deviations: DeviationTable?) {
        courseSpeedInMetersPerSecond = profile.courseSpeedInMetersPerSecond
        alignment = profile.alignment
        self.deviations = deviations
    }

    /// A compass has reported. Returns the heading of the box if this compass counts.
    mutating func heard(_ reading: CompassReading) -> Heading? {
        let identity = KnownCompass.Identity(reading)
        let deviation = deviation(of: reading)
        let heading = heading(of: reading, deviation: deviation ?? 0)
        if let index = compasses.firstIndex(where: { $0.identity == identity }) {
            (compasses[index].heading, compasses[index].deviation) = (heading, deviation)
        } else {
            guard makeRoom(at: reading.receivedAt) else { return nil }
            compasses.append(KnownCompass(identity: identity, heading: heading, deviation: deviation))
        }
        choose(at: reading.receivedAt)
        return compassInUse == identity ? heading : nil
    }

    /// A fix has been accepted. Returns the heading of the box if the course counts, and the compasses that are worth more
    /// or less than before.
    mutating func accepted(_ fix: Location) -> (heading: Heading?, changed: [KnownCompass]) {
        field.moved(to: fix)
        let changed = compasses.isEmpty ? [] : compare(with: fix)
        course = nil
        if let direction = fix.course, let speed = fix.speed, speed >= courseSpeedInMetersPerSecond {
            course = Heading(
                trueHeading: direction, magneticHeading: field.declination.map { (direction - $0).wrapped },
                declination: field.declination, isDeclinationSuspect: field.isSuspect, accuracy: fix.courseAccuracy,
                origin: .course, receivedAt: fix.receivedAt, device: fix.device)
        }
        guard !compasses.isEmpty else { return (course, changed) }
        choose(at: fix.receivedAt)
        return (compassInUse == nil ? course : nil, changed)
    }

    /// Sets `compassInUse`.
    private mutating func choose(at now: BootInstant) {
        let fit = compasses.filter { $0.state == .working && $0.reports(at: now) }
        let best =
            fit.first { $0.identity == compassInUse && $0.identity.north == .true }
            ?? fit.first { $0.identity.north == .true }
            ?? (alignment == .along && hasCourse(at: now)
                ? nil : fit.first { $0.identity == compassInUse } ?? fit.first)
        compassInUse = best?.identity
    }

    private func hasCourse(at now: BootInstant) -> Bool {
        course.map { $0.receivedAt.duration(to: now) < Self.patience } ?? false
    }

    /// Compares the compasses with the course over ground, and returns those whose state is another one now.
    private mutating func compare(with fix: Location) -> [KnownCompass] {
        guard alignment != .apart, let direction = fix.course, let speed = fix.speed,
            speed >= max(courseSpeedInMetersPerSecond, CompassHealth.leastSpeedInMetersPerSecond)
        else { return [] }
        var changed: [KnownCompass] = []
        for index in compasses.indices {
            let heading = compasses[index].heading
            let age = heading.receivedAt.duration(to: fix.receivedAt)
            guard let degrees = heading.trueHeading ?? trueHeading(magnetic: heading.magneticHeading),
                age <= CompassHealth.freshness, age >= .zero - CompassHealth.freshness
            else { continue }
            let before = compasses[index].state
            compasses[index].health.compare(degrees, course: direction, at: fix.receivedAt)
            if compasses[index].state != before { changed.append(compasses[index]) }
        }
        return changed
    }

    private func trueHeading(magnetic: Double?) -> Double? {
        guard let magnetic, let declination = field.declination else { return nil }
        return (magnetic + declination).wrapped
    }

    /// Whether one more compass can be known.
    private mutating func makeRoom(at now: BootInstant) -> Bool {
        guard compasses.count >= Self.mostCompasses else { return true }
        let silent = compasses.indices.filter { !compasses[$0].reports(at: now) }
        let oldest = silent.min { compasses[$0].heading.receivedAt < compasses[$1].heading.receivedAt }
        guard let oldest else { return false }
        compasses.remove(at: oldest)
        return true
    }

    private func deviation(of reading: CompassReading) -> Double? {
        guard reading.north == .magnetic else { return nil }
        return deviations?.deviation(at: reading.degrees) ?? reading.deviation
    }

    private func heading(of reading: CompassReading, deviation: Double) -> Heading {
        let declination = field.hasPlace ? field.declination : reading.declination
        let degrees = (reading.degrees + deviation).wrapped
        let isTrue = reading.north == .true
        return Heading(
            trueHeading: isTrue ? degrees : declination.map { (degrees + $0).wrapped },
            magneticHeading: isTrue ? declination.map { (degrees - $0).wrapped } : degrees,
            declination: declination, isDeclinationSuspect: field.isSuspect, accuracy: reading.accuracy,
            origin: .compass, receivedAt: reading.receivedAt, device: reading.device)
    }
}

extension KnownCompass {
    /// Whether it has reported lately.
    fileprivate func reports(at now: BootInstant) -> Bool {
        heading.receivedAt.duration(to: now) < HeadingRule.patience
    }
}

extension Double {
    /// The same direction, 0..<360.
    fileprivate var wrapped: Double {
        let rest = truncatingRemainder(dividingBy: 360)
        let positive = rest < 0 ? rest + 360 : rest
        // A tiny negative number is rounded up to the full circle.
        return positive == 360 ? 0 : positive
    }
}
