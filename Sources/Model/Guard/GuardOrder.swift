/// What somebody asks to be guarded. What is left out is found out, or as usual.
public struct GuardOrder: Codable, Hashable, Sendable {
    public var kind: GuardKind
    /// Where the centre is, or where `bearing` and `distance` are reckoned from; nil for where the box is now.
    public var coordinate: Coordinate?
    /// From there to the centre: degrees from true north, and metres.
    public var bearing: Double?
    public var distance: Double?
    public var radius: Double?
    public var warning: Double?
    public var sector: GuardSector?
    /// In seconds.
    public var grace: Double?

    public init(_ kind: GuardKind) { self.kind = kind }

    /// - Parameters:
    ///   - position: where the antenna is; nil when nobody knows, and then `coordinate` is needed.
    ///   - heading: where the bow points, in degrees from true north; nil when no compass tells it.
    ///   - settings: what is taken for what the order leaves out.
    public func plan(
        at position: Coordinate?, heading: Double? = nil, settings: GuardSettings = GuardSettings(),
        automatic: Bool? = nil
    ) throws(GuardMistake) -> GuardPlan {
        guard var center = coordinate ?? position else { throw .noPosition }
        if coordinate == nil, kind == .anchor, settings.antennaToBowInMeters > 0,
            // The anchor falls from the bow; and a boat that lies at its anchor points to it.
            let ahead = heading ?? bearing
        {
            center = center.moved(byMeters: settings.antennaToBowInMeters, bearing: ahead)
        }
        switch (bearing, distance) {
        case (nil, nil): break
        case (let bearing?, let distance?):
            guard (0...360).contains(bearing), (0...1000).contains(distance) else { throw .direction }
            center = center.moved(byMeters: distance, bearing: bearing)
        default: throw .direction
        }
        let radius = radius ?? settings.radiusInMeters(kind)
        return try GuardPlan(
            kind, coordinate: center, radius: radius,
            warning: warning ?? (radius * settings.warningInPercent / 100).rounded(toDecimals: 1), sector: sector,
            grace: grace ?? settings.grace.inSeconds, automatic: automatic)
    }
}

/// What somebody wants of the guard.
public enum GuardCommand: Hashable, Sendable {
    case arm(GuardOrder)
    case acknowledge
    case disarm
}
