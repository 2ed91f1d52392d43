/// What a geocoder answers: the names, and how they came about.
public struct GeocodeAnswer: Hashable, Sendable {
    /// How a request to a geocoder ended.
    public enum Outcome: Hashable, Sendable {
        /// With the names of the geocoder that was asked.
        case answered
        /// The network geocoder works, and knows no place there: the names are the gazetteer's.
        case noResult
        /// The network geocoder did not answer, and why, in words without a place: the names are the gazetteer's.
        case failed(String)
        /// What it answered cannot be: the names are the gazetteer's.
        case refused(AnswerRefusal)
        /// The network geocoder was not asked: the names are the gazetteer's.
        case notAsked
    }

    public var placemark: Placemark
    /// The gazetteer's own names of the same position, beside those of a network geocoder; nil where the gazetteer is the
    /// geocoder.
    public var gazetteer: Placemark?
    public var outcome: Outcome

    public init(_ placemark: Placemark, gazetteer: Placemark? = nil, outcome: Outcome = .answered) {
        (self.placemark, self.gazetteer, self.outcome) = (placemark, gazetteer, outcome)
    }
}

/// Why the answer of a network geocoder does not count although it can be read.
public enum AnswerRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// What it names is farther away than a place can be that names a position.
    case tooFar
    /// It names another country than the border says, and no border is near.
    case otherCountry

    /// A place farther away than this names no position: the radius within which a town is the one that people go to,
    /// as in the gazetteer.
    public static let farthestInMeters = 50_000.0

    /// For the status and the log; it says nothing of the place.
    public var sentence: String {
        switch self {
        case .tooFar: "its answer is \(Int(Self.farthestInMeters / 1000)) km away or more"
        case .otherCountry: "its answer is in another country than the position"
        }
    }
}
