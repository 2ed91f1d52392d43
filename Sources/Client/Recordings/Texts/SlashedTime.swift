import PlacemarkModel

/// Which of day and month comes first in dates that do not begin with their year: what the user knows of a recording.
public enum DateOrder: String, CaseIterable, Sendable {
    case dayFirst = "dmy"
    case monthFirst = "mdy"
}

/// A time whose date does not begin with its year: `13/05/2026 14:03:22`, `5/13/2026T14:03`, `13.05.2026 14:03:22`. Points mean
/// that the day comes first; with slashes it may be the month, and only a number above 12 tells which. An order that the user has
/// given counts before both.
struct SlashedTime: Hashable {
    private let first, second, year: Int
    private let hasPoints: Bool
    /// What stands behind the date, such as `14:03:22`.
    private let time: String
    private let told: DateOrder?

    /// Nil for a text that does not begin with such a date.
    ///
    /// - Parameter told: the order that the user has given.
    init?(_ text: ArraySlice<UInt8>, told: DateOrder?) {
        let text = String(decoding: text.trimmed.prefix(64), as: UTF8.self)
        let date = text.prefix { !" Tt".contains($0) }
        guard let separator = date.first(where: { !$0.isNumber }), "/.-".contains(separator) else { return nil }
        let numbers = date.split(separator: separator, omittingEmptySubsequences: false)
        guard numbers.count == 3, numbers.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            (1...2).contains(numbers[0].count), (1...2).contains(numbers[1].count), numbers[2].count == 4,
            let first = Int(numbers[0]), let second = Int(numbers[1]), let year = Int(numbers[2])
        else { return nil }
        (self.first, self.second, self.year, hasPoints) = (first, second, year, separator == ".")
        time = text[date.endIndex...].drop { " Tt".contains($0) }.description
        self.told = told
    }

    /// Whether the month comes first; nil when the date does not tell.
    var isMonthFirst: Bool? {
        if let told { return told == .monthFirst }
        if hasPoints || first > 12 || first == second { return false }
        return second > 12 ? true : nil
    }

    var isAmbiguous: Bool { isMonthFirst == nil }

    /// The order that the user has given, if the date cannot have it.
    var contradicted: DateOrder? {
        guard let told, (told == .monthFirst ? first : second) > 12 else { return nil }
        return told
    }

    /// - Parameter monthFirst: What the other dates of the recording tell. Nil where they do not, and for what is no time.
    func timestamp(monthFirst: Bool?) -> Timestamp? {
        guard let isMonthFirst = isMonthFirst ?? monthFirst else { return nil }
        let (month, day) = isMonthFirst ? (first, second) : (second, first)
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        // Hours with one digit are usual beside such dates.
        let clock = time.prefix(2).last == ":" ? "0" + time : time
        return TimeText.timestamp("\(year)-\(digits(month))-\(digits(day))T\(clock.isEmpty ? "00:00" : clock)")
    }
}

/// A position of a table, and its time where that cannot be read without the others.
struct CSVFix {
    var fix: RecordedFix
    var slashed: SlashedTime?
}

/// Finds out which of day and month comes first in the dates of a table: one date that tells it tells it for all. Until then the
/// positions wait, and if none ever does, they are damage: a trip of another month would be believed.
struct SlashedDates {
    private var isMonthFirst: Bool?
    private var waiting: [(fix: CSVFix, line: Int)] = []
    /// So many positions wait at most, 14 hours at one a second.
    private static let mostWaiting = 50_000

    mutating func take(_ fix: CSVFix, line: Int, into findings: inout [Finding]) {
        if let order = fix.slashed?.isMonthFirst, isMonthFirst == nil, fix.slashed?.isTelling == true {
            isMonthFirst = order
            release(into: &findings)
        }
        guard let slashed = fix.slashed, slashed.isAmbiguous, isMonthFirst == nil else {
            // What stands behind those that wait waits, too.
            if waiting.isEmpty { report(fix, line, &findings) } else { waiting.append((fix, line)) }
            return
        }
        waiting.append((fix, line))
        if waiting.count >= Self.mostWaiting { release(into: &findings) }
    }

    mutating func finish(into findings: inout [Finding]) { release(into: &findings) }

    private mutating func release(into findings: inout [Finding]) {
        for (fix, line) in waiting { report(fix, line, &findings) }
        waiting = []
    }

    private func report(_ fix: CSVFix, _ line: Int, _ findings: inout [Finding]) {
        var known = fix.fix
        if let slashed = fix.slashed, slashed.isAmbiguous {
            guard let time = slashed.timestamp(monthFirst: isMonthFirst) else {
                let isUnclear = isMonthFirst == nil
                let reason = isUnclear ? Self.problem : TimeText.problem
                findings.append(.damage(.init(.line(line), reason, lacksDateOrder: isUnclear)))
                return
            }
            known.timestamp = time
        }
        findings.append(.report(known.event, time: known.timestamp))
    }

    private static let problem =
        "it is not clear which of the date's numbers is the month, because none in the recording is above 12: expected "
        + "--dates dmy (day first) or --dates mdy (month first), or the year first in the recording, such as 2026-05-01"
}

extension SlashedTime {
    /// Whether it tells the order of others: `05/05/2026` and dates with points do not.
    fileprivate var isTelling: Bool { !hasPoints && first != second }
}
