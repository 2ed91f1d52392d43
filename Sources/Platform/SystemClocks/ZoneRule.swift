import PlacemarkModel

/// The rule of a time zone for the years to come, as POSIX writes it in TZ: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Hashable, Sendable {
    /// A day of each year, and the local time at which the clocks are set.
    private struct Change: Hashable, Sendable {
        enum Day: Hashable, Sendable {
            /// 1…365; 29 February is never counted.
            case julian(Int)
            /// 0…365.
            case ordinal(Int)
            /// The weekday (0 is Sunday) of a week (5 is the last) of a month.
            case weekday(Int, week: Int, month: Int)
        }

        let day: Day
        let seconds: Int
    }

    private let standard: Int
    private let summer: (offset: Int, from: Change, until: Change)?

    static func == (left: ZoneRule, right: ZoneRule) -> Bool {
        left.standard == right.standard && left.summer?.offset == right.summer?.offset
            && left.summer?.from == right.summer?.from && left.summer?.until == right.summer?.until
    }

    func hash(into hasher: inout Hasher) { hasher.combine(standard) }

    /// Returns nil for anything but such a rule.
    init?(_ text: String) {
        var rest = Substring(text)
        guard Self.name(&rest), let west = Self.time(&rest) else { return nil }
        standard = -west
        guard !rest.isEmpty else {
            summer = nil
            return
        }
        guard Self.name(&rest) else { return nil }
        var offset = standard + 3600
        if rest.first != "," {
            guard let west = Self.time(&rest) else { return nil }
            offset = -west
        }
        guard let from = Self.change(&rest), let until = Self.change(&rest), rest.isEmpty else { return nil }
        summer = (offset, from, until)
    }

    /// How many seconds the clocks are ahead of UTC at this moment.
    func offset(at moment: Timestamp) -> Int {
        guard let summer else { return standard }
        let seconds = Int((Double(moment.nanosecondsSinceEpoch) / 1e9).rounded(.down))
        let local = moment.advanced(by: .seconds(standard)) ?? moment
        let year = local.civilTime.year
        guard let begin = Self.moment(summer.from, year), let end = Self.moment(summer.until, year) else {
            return standard
        }
        let (from, until) = (begin - standard, end - summer.offset)
        let isSummer =
            from < until ? (from..<until).contains(seconds) : !(until..<from).contains(seconds)
        return isSummer ? summer.offset : standard
    }

    /// In seconds since 1970, as if the local clock were UTC; nil outside the years that there are.
    private static func moment(_ change: Change, _ year: Int) -> Int? {
        func day(_ month: Int, _ day: Int) -> Int? {
            Timestamp(year: year, month: month, day: day, hour: 0, minute: 0, second: 0).map {
                Int($0.nanosecondsSinceEpoch / 1_000_000_000) / 86_400
            }
        }
        guard let newYear = day(1, 1) else { return nil }
        let result: Int
        switch change.day {
        case .ordinal(let number): result = newYear + number
        case .julian(let number):
            let isLeap = day(2, 29) != nil
            result = newYear + number - 1 + (isLeap && number >= 60 ? 1 : 0)
        case .weekday(let weekday, let week, let month):
            guard let first = day(month, 1) else { return nil }
            // 1970-01-01 was a Thursday.
            let weekdayOfFirst = ((first + 4) % 7 + 7) % 7
            var number = 1 + (weekday - weekdayOfFirst + 7) % 7 + (week - 1) * 7
            while day(month, number) == nil { number -= 7 }
            result = first + number - 1
        }
        return result * 86_400 + change.seconds
    }

    // MARK: Reading

    /// `CET` or `<+03>`.
    private static func name(_ rest: inout Substring) -> Bool {
        if rest.first == "<" {
            guard let end = rest.firstIndex(of: ">") else { return false }
            rest = rest[rest.index(after: end)...]
            return true
        }
        let letters = rest.prefix { $0.isASCII && $0.isLetter }
        rest = rest[letters.endIndex...]
        return letters.count >= 3
    }

    private static func number(_ rest: inout Substring, _ range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest[digits.endIndex...]
        return Int(digits).flatMap { range.contains($0) ? $0 : nil }
    }

    /// `-3`, `5:30`, `167:00:00`, in seconds.
    private static func time(_ rest: inout Substring) -> Int? {
        var sign = 1
        if let first = rest.first, first == "-" || first == "+" {
            sign = first == "-" ? -1 : 1
            rest.removeFirst()
        }
        guard var seconds = number(&rest, 0...167).map({ $0 * 3600 }) else { return nil }
        for unit in [60, 1] {
            guard rest.first == ":" else { break }
            rest.removeFirst()
            guard let part = number(&rest, 0...59) else { return nil }
            seconds += part * unit
        }
        return sign * seconds
    }

    /// `,M3.5.0/2`
    private static func change(_ rest: inout Substring) -> Change? {
        guard rest.first == "," else { return nil }
        rest.removeFirst()
        let day: Change.Day?
        switch rest.first {
        case "M":
            rest.removeFirst()
            guard let month = number(&rest, 1...12), rest.popFirst() == ".", let week = number(&rest, 1...5),
                rest.popFirst() == ".", let weekday = number(&rest, 0...6)
            else { return nil }
            day = .weekday(weekday, week: week, month: month)
        case "J":
            rest.removeFirst()
            day = number(&rest, 1...365).map { .julian($0) }
        default: day = number(&rest, 0...365).map { .ordinal($0) }
        }
        guard let day else { return nil }
        guard rest.first == "/" else { return Change(day: day, seconds: 7200) }
        rest.removeFirst()
        return time(&rest).map { Change(day: day, seconds: $0) }
    }
}
