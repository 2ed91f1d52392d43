/// By how much the iron around a magnetic compass turns it, for each of its headings: what the compass shows, and what has to
/// be added to it.
///
/// A text file has a line for each heading that was compared: the compass's, and the deviation, in degrees, which is positive
/// to the east. Between two lines the deviation changes evenly, the short way round, and across north too.
///
///     # heading  deviation
///       0        -3.5
///      90         2
///     180         4.5
///     270        -1
public struct DeviationTable: Hashable, Sendable {
    /// One line.
    struct Row: Hashable, Sendable {
        /// 0..<360.
        let heading: Double
        /// -180...180. A compass that was mounted the wrong way round has a large one.
        let deviation: Double
    }

    /// In the order of the headings, each of which is there once; never empty.
    let rows: [Row]

    /// A heading for each degree.
    static let mostRows = 360

    /// What is wrong with a line, to follow the word "expected".
    public struct Mistake: Error, Hashable, Sendable {
        /// Counted from 1; nil when the text as a whole is meant.
        public let line: Int?
        public let expected: String
    }

    /// Reads the text of a file.
    public init(parsing text: String) throws(Mistake) {
        var rows: [(row: Row, line: Int)] = []
        // A byte order mark is how some editors begin.
        let text = text.unicodeScalars.first == "\u{feff}" ? String(text.unicodeScalars.dropFirst()) : text
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in zip(1..., lines) {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            if words.isEmpty { continue }
            guard words.count == 2, let heading = Self.degrees(words[0]), (0...360).contains(heading),
                let deviation = Self.degrees(words[1]), (-180...180).contains(deviation)
            else {
                throw Mistake(
                    line: number,
                    expected: "a heading from 0 to 360 and a deviation from -180 to 180, east positive, in degrees")
            }
            let row = Row(heading: heading == 360 ? 0 : heading, deviation: deviation)
            if let first = rows.first(where: { $0.row.heading == row.heading }) {
                throw Mistake(line: number, expected: "each heading once; line \(first.line) has the same")
            }
            guard rows.count < Self.mostRows else {
                throw Mistake(line: number, expected: "at most \(Self.mostRows) headings")
            }
            rows.append((row, number))
        }
        guard !rows.isEmpty else {
            throw Mistake(line: nil, expected: "at least one line with a heading and a deviation, in degrees")
        }
        self.rows = rows.map(\.row).sorted { $0.heading < $1.heading }
    }

    /// What has to be added to a heading of the compass, which is 0..<360, to have the one from magnetic north.
    public func deviation(at heading: Double) -> Double {
        let next = rows.first { $0.heading > heading } ?? rows[0]
        let last = rows.last { $0.heading <= heading } ?? rows[rows.count - 1]
        let gap = Self.around(next.heading - last.heading)
        guard gap > 0 else { return last.deviation }
        // From 178 to -178 there are 4°, as between two directions.
        let change = (next.deviation - last.deviation).remainder(dividingBy: 360)
        return (last.deviation + change * Self.around(heading - last.heading) / gap).remainder(dividingBy: 360)
    }

    /// Clockwise, 0..<360.
    private static func around(_ degrees: Double) -> Double { degrees < 0 ? degrees + 360 : degrees }

    /// A plain number with a point, and a sign if need be: no exponent, no infinity.
    private static func degrees(_ text: Substring) -> Double? {
        guard text.utf8.allSatisfy({ (48...57).contains($0) || "+-.".utf8.contains($0) }) else { return nil }
        return Double(text)
    }
}
