/// A piece of a recording that means nothing, and what was expected in its place. It never tells a position.
public struct RecordingDamage: Hashable, Sendable, CustomStringConvertible {
    /// Where it is.
    public enum Place: Hashable, Sendable {
        /// Counted from 1.
        case line(Int)
        /// A feature of GeoJSON, counted from 1.
        case feature(Int)
        /// The recording as a whole.
        case whole
    }

    public var place: Place
    /// What was found, and what was expected.
    public var reason: String
    /// Whether it is a position that can be read as soon as somebody says which number of its date is the month (`DateOrder`).
    public var lacksDateOrder: Bool

    public init(_ place: Place, _ reason: String, lacksDateOrder: Bool = false) {
        self.place = place
        self.reason = reason
        self.lacksDateOrder = lacksDateOrder
    }

    /// `12: no checksum: expected …`, to stand behind the name of the file and a colon.
    public var description: String {
        switch place {
        case .line(let number): "\(number): \(reason)"
        case .feature(let number): " feature \(number): \(reason)"
        case .whole: " \(reason)"
        }
    }
}
