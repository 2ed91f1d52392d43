/// The calendar fields of a moment, in the proleptic Gregorian calendar and UTC.
public struct CivilTime: Hashable, Sendable {
    public let year, month, day, hour, minute, second, millisecond: Int

    /// - Parameter nanoseconds: since 1970-01-01T00:00:00Z, leap seconds not counted.
    init(nanosecondsSinceEpoch nanoseconds: Int64) {
        let milliseconds = nanoseconds.flooredQuotient(by: 1_000_000)
        let days = milliseconds.flooredQuotient(by: 86_400_000)
        let inDay = Int(milliseconds - days * 86_400_000)
        (year, month, day) = Self.civil(daysSinceEpoch: Int(days))
        (hour, minute) = (inDay / 3_600_000, inDay / 60_000 % 60)
        (second, millisecond) = (inDay / 1000 % 60, inDay % 1000)
    }

    // Both conversions count years from March, so that the leap day is the last of its year, and in eras of 400 years
    // (146,097 days), which all have the same calendar. 719,468 days lie between 0000-03-01 and 1970-01-01.
    // Algorithm: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".

    /// Days from 1970-01-01 to the given date.
    static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = marchYear.flooredQuotient(by: 400)
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// How many days a month has, 28…31.
    static func dayCount(year: Int, month: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func civil(daysSinceEpoch days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted.flooredQuotient(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

extension BinaryInteger where Self: SignedInteger {
    fileprivate func flooredQuotient(by divisor: Self) -> Self {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
