/// What somebody has said of a trip.
public struct TripLabel: Codable, Hashable, Sendable {
    /// The longest note, in characters.
    public static let longestNote = 500
    /// The longest name of a class.
    public static let longestClass = 40

    /// What kind of trip it was, such as `private` or `business`; nil when nobody has said it.
    public var `class`: String?
    public var note: String?
    /// The number of the user who has said so.
    public var by: UInt32?

    public init(class: String? = nil, note: String? = nil, by: UInt32? = nil) {
        self.class = `class`
        self.note = note
        self.by = by
    }

    /// This label, and what an earlier one has said beside it.
    package func over(_ earlier: TripLabel?) -> TripLabel {
        TripLabel(class: `class` ?? earlier?.class, note: note ?? earlier?.note, by: by)
    }

    /// Whether it is short enough, has text that can be shown, and says something.
    package var isSound: Bool {
        func isText(_ text: String?, _ longest: Int) -> Bool {
            guard let text else { return true }
            return !text.isEmpty && text.count <= longest && !text.unicodeScalars.contains(where: \.isASCIIControl)
        }
        return isText(`class`, Self.longestClass) && isText(note, Self.longestNote) && (`class` != nil || note != nil)
    }
}

/// Where trips are kept.
public enum TripStorage: String, CaseIterable, Sendable {
    /// Nowhere, and none are looked for.
    case no
    /// Until the daemon ends.
    case memory
    /// Over restarts, too.
    case disk
}

/// Whether a journal of trips is as it was written: the answer to `trips verify`.
public struct TripsVerification: Codable, Hashable, Sendable {
    /// How many entries there are.
    public var entries: Int
    /// The number of the first one: entries before it have been removed because of their age.
    public var first: Int
    /// What is wrong, in words; empty for a journal that is whole.
    public var faults: [String]
    /// The hash of the last entry. Who notes it elsewhere can show later that nothing before it has been changed.
    public var hash: String

    package init(entries: Int, first: Int, faults: [String], hash: String) {
        (self.entries, self.first, self.faults, self.hash) = (entries, first, faults, hash)
    }

    /// Whether nothing is wrong.
    public var isWhole: Bool { faults.isEmpty }
}
