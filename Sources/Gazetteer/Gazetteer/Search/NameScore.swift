import Glibc
import PlacemarkModel

/// How likely somebody means a place, as a binary logarithm of its inhabitants, less what speaks against it.
enum NameScore {
    /// A place that is found by another of its names needs 64 times the inhabitants to come before one with this as its
    /// own name: Munich comes before the hamlet of München, Cologne in Germany before Cologne in Italy (120 times), and
    /// Jerusalem (`Sion`, 28 times) not before Sion.
    static let alternateNamePenalty = 6.0
    /// A place by the first half of its name needs twice the inhabitants of one that has no more of a name: Bar in Montenegro
    /// comes before Bar-le-Duc, and Halle (Saale) before Halle in Belgium.
    static let halfNamePenalty = 1.0
    /// Where a text says what a place lies in, as a written address does, it has the name that the place is shown with: by
    /// another of its own names a place needs eight times the inhabitants of one that is shown so.
    static let otherNameInAreaPenalty = 3.0
    /// The first letter is seldom the wrong one.
    static let firstLetterPenalty = 2.0
    static let completionPenalty = 1.0
    static let missingLetterPenalty = 0.5
    /// Leaves something behind all others, whatever their scores.
    static let afterAllPenalty = 256.0
    /// A code that is a state's somewhere and a county's elsewhere is the state's.
    static let countyCodePenalty = 10.0
    /// A country or state by a code: `TX`.
    static let codePenalty = 8.0
    /// What a state has less by its code, besides, where a large city is called by the same letters: `LA` is Los Angeles before
    /// the state of Lagos, `DC` Washington before Bogotá's. To towns a code does not yield: `MO` is Missouri, not Mo.
    static let codeOfCityPenalty = 2.0
    /// A country comes first under its own name, whatever else is called so.
    static let countryBonus = 64.0
    /// A state comes first under its own name, except before cities that are nearly as well known: it counts as a place
    /// with its inhabitants up to 500,000 (2 to this), or with a sixteenth of them. So Wyoming and Delaware are the
    /// states, and Washington and Chihuahua the cities.
    static let (stateBound, statePenalty) = (18.93, 4.0)
    /// A city of a state's name that is as large as a state counts comes before it.
    static let largeCityPopulation = 500_000
    /// A sea or lake counts as a town of 16,000.
    static let water = 14.0
    /// One without the word for sea or ocean, as a town of 50,000: Baltic comes before villages of Connecticut and Ohio.
    static let waterForShort = of(population: 50_000)
    /// A water outside the area that is named with it, for one reaches into many areas.
    static let elsewherePenalty = 8.0
    /// What a place without a population counts as, and what is added to all.
    private static let smallestPopulation = 100.0
    /// As gravity does: a place twice as far away (from 25 km on) must have four times the inhabitants.
    private static let (distanceExponent, distanceScaleInMeters) = (2.0, 25_000.0)

    static func of(population: Int) -> Double { log2(Double(population) + smallestPopulation) }

    static func penalty(ofDistance distanceInMeters: Double) -> Double {
        distanceExponent * log2(1 + distanceInMeters / distanceScaleInMeters)
    }
}
