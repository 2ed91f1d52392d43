import PlacemarkModel

/// What the policy knows, each thing with what belongs to it.
extension GeocodePolicy {
    /// The newest fix, with its names by the embedded gazetteer.
    struct Fix: Sendable {
        var location: Location
        /// The fix before, which `distance-or-time` measures from; nil for the first.
        var previous: Location?
        /// Nil without a gazetteer that gives hints.
        var hint: NameHint?
        /// The hint whose names the box keeps while it is at rest; under way it is `hint`.
        var settledHint: NameHint?
        /// The street as the gazetteer numbers it: part of the hint where streets are watched, and remembered for the day when
        /// they are.
        var street: UInt32?
        /// Whether it has come since the last attempt.
        var isNew = true

        /// The fix as a question, whichever location is asked for.
        func question(for location: Location) -> Question { Question(location: location, hint: hint, street: street) }

        /// Its names are others, and those that the box keeps with them.
        mutating func rename(_ hint: NameHint?, in street: UInt32?) {
            (self.street, self.hint, settledHint) = (street, hint, hint)
        }

        /// The geocoder is asked for its names: the box keeps them while it is at rest.
        mutating func asked() { (settledHint, isNew) = (hint, false) }
    }

    /// What a geocoder is asked.
    struct Question: Sendable {
        var location: Location
        var hint: NameHint?
        var street: UInt32?
    }

    /// What is under way.
    enum Request: Sendable {
        /// Can transition to: `.asking`, `.bridging`.
        case none
        /// The geocoder is asked. Can transition to: `.none`, answered, failed, or replaced with its geocoder.
        case asking(Question)
        /// The gazetteer alone is asked, while the geocoder fails. Can transition to: `.none`, likewise.
        case bridging(Question)

        var question: Question? {
            switch self {
            case .none: nil
            case .asking(let question), .bridging(let question): question
            }
        }

        /// The same request with other names.
        func with(_ hint: (Question) -> NameHint?) -> Request {
            func renamed(_ question: Question) -> Question {
                var question = question
                question.hint = hint(question)
                return question
            }
            return switch self {
            case .none: .none
            case .asking(let question): .asking(renamed(question))
            case .bridging(let question): .bridging(renamed(question))
            }
        }
    }

    /// When the geocoder was asked last.
    struct Attempt: Sendable {
        var madeAt: BootInstant
        /// How long before it the attempt before was; zero for the first.
        var sinceAttemptBefore: Duration
    }

    /// What the last answer of the geocoder named.
    struct Names: Sendable {
        var location: Location
        var street: UInt32?
        /// Whether names were left out, because the location was too inaccurate for them.
        var wasLimited: Bool
        /// These names and those before, where the location had a hint.
        var memory: NameMemory
    }

    /// How the geocoder does.
    enum Geocoder: Sendable {
        /// It has answered last, or has not been asked yet. Can transition to: `.failing`, `.replaced`.
        case answering
        /// Another one has come, and has to be asked first. Can transition to: `.answering`, `.failing`.
        case replaced
        /// Can transition to: `.answering`, `.replaced`, and to itself with the next failure or bridge.
        case failing(Failure)

        /// Nil unless it fails.
        var failure: Failure? { if case .failing(let failure) = self { failure } else { nil } }

        /// Whether the names, if there are any, are those of a geocoder before it.
        var isNew: Bool {
            switch self {
            case .answering: false
            case .replaced: true
            case .failing(let failure): failure.isOfNewGeocoder
            }
        }
    }

    /// A geocoder that fails.
    struct Failure: Sendable {
        /// Attempts in a row that have failed, 1….
        var count: Int
        var retryNotBefore: BootInstant
        /// Whether it has failed from its first attempt on, in the place of another one.
        var isOfNewGeocoder: Bool
        /// What the gazetteer has named meanwhile; nil where it names nothing.
        var bridge: NameBridge?
    }
}
