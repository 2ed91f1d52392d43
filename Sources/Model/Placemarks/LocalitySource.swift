/// How the locality of a placemark is known: a fact, or the best guess.
///
/// An open set, so that a client reads what a newer daemon says.
public struct LocalitySource: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The position lies inside the limits of the municipality, by polygon.
    public static let limits = LocalitySource(rawValue: "limits")
    /// The position lies in a state that is a city, by its ISO 3166-2 code: Hamburg, Singapore.
    public static let code = LocalitySource(rawValue: "code")
    /// The nearest postal code has the name of this city.
    public static let post = LocalitySource(rawValue: "post")
    /// The position lies in the grounds of an airport that serves this city, and no limits are known.
    public static let airport = LocalitySource(rawValue: "airport")
    /// No limits are known: the place that counts as the nearest one.
    public static let nearest = LocalitySource(rawValue: "nearest")
    /// One of the user's own places says so.
    public static let own = LocalitySource(rawValue: "own")
}
