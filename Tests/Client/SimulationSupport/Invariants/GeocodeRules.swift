import PlacemarkModel

/// What a policy may do and must do: all that the simulation knows about each one.
struct GeocodeRules {
    enum Occasion {
        /// Each new fix.
        case fix
        /// A new fix, when the distance or the interval has passed.
        case distanceOrInterval
        /// The interval has passed, and the box has left what was answered last. A stop counts as well, once.
        case distanceAndInterval
    }

    var occasion: Occasion
    /// Whether the box has left what was answered last only where there are other names.
    var goesByNames = false
    /// To how much the interval may grow.
    var longestPause = Duration.zero
    /// How often a scenario draws it, beside the others.
    var weight: Double
}

extension GeocodingMode {
    var rules: GeocodeRules {
        switch self {
        case .distanceAndTime: GeocodeRules(occasion: .distanceAndInterval, weight: 6)
        case .distanceOrTime: GeocodeRules(occasion: .distanceOrInterval, weight: 2)
        case .everyFix: GeocodeRules(occasion: .fix, weight: 1)
        // A box that goes to and fro is asked for less and less often.
        case .onChange:
            GeocodeRules(occasion: .distanceAndInterval, goesByNames: true, longestPause: .seconds(900), weight: 3)
        }
    }

    /// All of them for `SeededRandom.choice`. The order decides what each seed gives: the likeliest first.
    static var weighted: [(GeocodingMode, weight: Double)] {
        allCases.map { ($0, weight: $0.rules.weight) }.sorted { $0.weight > $1.weight }
    }
}
