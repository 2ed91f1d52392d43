import Glibc
public import PlacemarkModel

/// The distributions that worlds are drawn from.
extension SeededRandom {
    /// Whether something of this probability (0…1) happens.
    public mutating func happens(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &self) < probability }

    public mutating func number(in range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

    /// A number whose logarithm is spread evenly: small ones as often as large ones. The range must be positive.
    public mutating func magnitude(in range: ClosedRange<Double>) -> Double {
        exp(number(in: log(range.lowerBound)...log(range.upperBound)))
    }

    /// The time until something happens that happens once in `mean` on average.
    public mutating func waiting(_ mean: Duration) -> Duration {
        mean * -log(Double.random(in: 0x1p-60..<1, using: &self))
    }

    /// One of the choices, each as often as its weight says. The choices must not be empty, nor all weigh 0.
    public mutating func choice<Choice>(_ choices: [(Choice, weight: Double)]) -> Choice {
        var rest = number(in: 0...choices.reduce(0) { $0 + $1.weight })
        for (choice, weight) in choices {
            rest -= weight
            if rest < 0 { return choice }
        }
        return choices[choices.count - 1].0
    }
}
