import PlacemarkModel

/// Puts a date to times of day, as they follow each other in a recording that tells the date seldom or never.
struct RunningDate {
    /// Whether the recording has named a date: without one, the moments are good for the steps between them only.
    private(set) var isKnown = false
    /// Stands at the first day of 1970 until a date is named.
    private var midnight = Timestamp(nanosecondsSinceEpoch: 0)
    private var lastTimeOfDay: Int64?

    private static let dayInNanoseconds: Int64 = 86_400_000_000_000

    /// The next moment. The date goes on when the time of day goes back by more than half a day.
    ///
    /// - Parameters:
    ///   - timeOfDay: nanoseconds since midnight.
    ///   - date: midnight of the date, where the recording tells it.
    mutating func moment(at timeOfDay: Int64, onDay date: Timestamp? = nil) -> Timestamp {
        if let date {
            (midnight, isKnown) = (date, true)
        } else if let lastTimeOfDay, lastTimeOfDay - timeOfDay > Self.dayInNanoseconds / 2 {
            midnight = midnight.adding(Self.dayInNanoseconds)
        }
        lastTimeOfDay = timeOfDay
        return midnight.adding(timeOfDay)
    }

    /// Midnight of the day on which a time of day is nearest to a moment.
    static func midnight(of timeOfDay: Int64, near moment: Timestamp) -> Timestamp {
        // Half a day on, the day that holds the difference is the nearest one.
        let difference = moment.adding(dayInNanoseconds / 2 - timeOfDay).nanosecondsSinceEpoch
        let (days, rest) = difference.quotientAndRemainder(dividingBy: dayInNanoseconds)
        return Timestamp(nanosecondsSinceEpoch: (rest < 0 ? days - 1 : days) * dayInNanoseconds)
    }

    /// Midnight of a date with two digits for the year, `DDMMYY`. Years from 80 on are of the last century: the first
    /// GPS satellite is of 1978. Nil when it is not a date.
    static func midnight(_ text: ArraySlice<UInt8>) -> Timestamp? {
        guard text.count == 6, let day = text.bytes(0, 2).flatMap(DecimalText.digits),
            let month = text.bytes(2, 2).flatMap(DecimalText.digits),
            let year = text.bytes(4, 2).flatMap(DecimalText.digits)
        else { return nil }
        return Timestamp(
            year: year + (year >= 80 ? 1900 : 2000), month: month, day: day, hour: 0, minute: 0, second: 0)
    }

    /// Nanoseconds since midnight of a time, `HHMMSS`. Second 60 is the next minute's second 0. Nil when it is not a time.
    static func timeOfDay(_ text: ArraySlice<UInt8>) -> Int64? {
        guard text.count == 6, let hour = text.bytes(0, 2).flatMap(DecimalText.digits),
            let minute = text.bytes(2, 2).flatMap(DecimalText.digits),
            let second = text.bytes(4, 2).flatMap(DecimalText.digits), hour < 24, minute < 60, second <= 60
        else { return nil }
        return Int64(hour * 3600 + minute * 60 + second) * 1_000_000_000
    }
}

extension Timestamp {
    /// Saturates at the end of the years that a timestamp spans.
    fileprivate func adding(_ nanoseconds: Int64) -> Timestamp {
        let (sum, overflow) = nanosecondsSinceEpoch.addingReportingOverflow(nanoseconds)
        return Timestamp(nanosecondsSinceEpoch: overflow ? .max : sum)
    }
}
