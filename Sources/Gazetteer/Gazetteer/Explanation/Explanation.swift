/// Why a placemark is what it is: each question of the look-up, in its order, with what answered it.
///
/// For people who doubt an answer; docs/guide/wrong-here.md leads from it to what they can do. Holds no coordinates.
public struct Explanation: Codable, Hashable, Sendable {
    /// A question of the look-up.
    ///
    /// An open set, so that a program reads what a newer version says.
    public struct Question: RawRepresentable, Codable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let country = Question(rawValue: "country")
        public static let county = Question(rawValue: "county")
        public static let state = Question(rawValue: "state")
        public static let ground = Question(rawValue: "ground")
        public static let places = Question(rawValue: "places")
        public static let city = Question(rawValue: "city")
        public static let postalCode = Question(rawValue: "postalCode")
        public static let street = Question(rawValue: "street")
        public static let areas = Question(rawValue: "areas")
        public static let ownPlaces = Question(rawValue: "ownPlaces")
    }

    /// One candidate for the answer to a question.
    public struct Step: Codable, Hashable, Sendable {
        public var question: Question
        /// The rule that knew it, where a question has several: for the city what `localitySource` would say.
        public var rule: String?
        /// The layer or the detail pack that was asked: `counties`, `berlin.gazetteer`.
        public var source: String
        /// Nil when the source knows nothing here.
        public var answer: String?
        /// What the rule is, or why the answer does not count.
        public var reason: String
        /// Whether the placemark says so.
        public var isChosen: Bool

        enum CodingKeys: String, CodingKey {
            case question, rule, source, answer, reason
            case isChosen = "chosen"
        }
    }

    public private(set) var steps: [Step] = []

    mutating func add(
        _ question: Question, rule: String? = nil, from source: String, _ answer: String?, isChosen: Bool? = nil,
        because reason: String
    ) {
        steps.append(
            Step(
                question: question, rule: rule, source: source, answer: answer, reason: reason,
                isChosen: isChosen ?? (answer != nil)))
    }
}
