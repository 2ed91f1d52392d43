import PlacemarkModel

@testable import LocationEngine

/// The filters against fading that are compared with each other: the rows of docs/explain/beacons.md.
enum StrengthFilters {
    /// Takes a reading in dBm, and the second of it. Returns the strength without the fading, as far as the filter knows.
    typealias Heard = (_ strength: Int, _ second: Double) -> Double

    struct Candidate {
        let name: String
        /// A filter that has heard nothing yet.
        let make: () -> Heard
    }

    /// The one that is used comes last.
    static var all: [Candidate] {
        let medians = [2.0, 3, 5, 10].map { seconds in
            Candidate(name: "median of \(Int(seconds)) s", make: { median(seconds: seconds) })
        }
        return [Candidate(name: "none", make: { { strength, _ in Double(strength) } })] + medians
            + [Candidate(name: "Kalman", make: kalman)]
    }

    /// The one that is used.
    static func kalman() -> Heard {
        var filter: StrengthFilter?
        return { strength, second in
            if filter == nil {
                filter = StrengthFilter(first: strength, at: .second(second))
            } else {
                filter?.heard(strength, at: .second(second))
            }
            return filter?.strength ?? 0
        }
    }

    private static func median(seconds: Double) -> Heard {
        var readings: [(second: Double, strength: Int)] = []
        return { strength, second in
            readings.append((second, strength))
            readings.removeAll { $0.second < second - seconds }
            let sorted = readings.map(\.strength).sorted()
            return Double(sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
        }
    }
}
