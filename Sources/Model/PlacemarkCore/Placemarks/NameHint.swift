/// Which names the embedded gazetteer has for a position, as the numbers of the regions and places that bear them.
///
/// Equal hints of one gazetteer mean equal names of the locality and of all that is coarser, and of the street where that
/// is watched. It is made in microseconds and without a string, so it can be had for every fix: `GeocodePolicy` learns from
/// it when to ask for the names themselves.
public struct NameHint: Hashable, Sendable {
    // 0 stands for what there is not.

    /// The time zone, and the country in it.
    public var zone: UInt32 = 0
    public var country: UInt16 = 0
    public var ocean: UInt32 = 0
    public var administrativeArea: UInt32 = 0
    public var subAdministrativeArea: UInt32 = 0
    public var inlandWater: UInt32 = 0
    public var locality: UInt32 = 0
    /// Whether `locality` is too far away to be more than a distant name.
    public var isDistant = false
    /// Stands for what the user's own places change in these names.
    public var custom: UInt32 = 0
    /// The street that the box is in (`StreetMatcher`), where streets are watched.
    public var street: UInt32 = 0

    public init() {}

    /// The hint without what a location of this level cannot tell: see `Placemark.limited(toAccuracyInMeters:)`.
    func limited(to level: PlacemarkLevel) -> NameHint {
        guard level < .locality else {
            var limited = self
            if level < .street { limited.street = 0 }
            return limited
        }
        var limited = NameHint()
        (limited.zone, limited.country, limited.ocean) = (zone, country, ocean)
        if level >= .administrativeArea { limited.administrativeArea = administrativeArea }
        if level >= .subAdministrativeArea { limited.subAdministrativeArea = subAdministrativeArea }
        return limited
    }
}

/// The names of the last requests, and how often the box has gone back and forth between them.
///
/// A road that follows a border, or the receiver's noise beside one, changes the names again and again. Each return to
/// one of the last few names as soon as it is allowed doubles the time until the next return is allowed. New names end
/// that, and so does a return that comes twice as late as it might have.
struct NameMemory: Sendable {
    /// Enough for a point where four names meet.
    private static let length = 4
    /// 2^20 intervals are beyond any longest pause.
    private static let mostReturns = 20

    /// The hints of the last answered requests, each once, the newest last.
    private var hints: [NameHint] = []
    /// How many returns in a row came as soon as they were allowed.
    private var returns = 0

    /// - Parameter hint: the names that the box has already, if they are known.
    init(_ hint: NameHint? = nil) { hints = hint.map { [$0] } ?? [] }

    /// The hint of the location that was geocoded last.
    var last: NameHint? { hints.last }

    /// How long after the last request these names may be asked for.
    func pause(before hint: NameHint, interval: Duration, longest: Duration) -> Duration {
        isReturn(hint) ? min(interval * (1 << returns), max(interval, longest)) : interval
    }

    /// Takes a request into account that was answered, and came this long after the one before.
    mutating func asked(_ hint: NameHint, after elapsed: Duration, interval: Duration, longest: Duration) {
        guard hint != last else { return }
        let isPrompt = elapsed < pause(before: hint, interval: interval, longest: longest) * 2
        returns = isReturn(hint) && isPrompt ? min(returns + 1, Self.mostReturns) : 0
        hints.removeAll { $0 == hint }
        if hints.count == Self.length { hints.removeFirst() }
        hints.append(hint)
    }

    /// Whether these are names that the box has left a few requests ago.
    private func isReturn(_ hint: NameHint) -> Bool { hints.dropLast().contains(hint) }
}
