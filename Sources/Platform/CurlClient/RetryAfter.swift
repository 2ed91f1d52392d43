package import PlacemarkModel

/// The header with which a server says when it wants to be asked again: seconds, or a date (RFC 9110, 10.2.3).
package enum RetryAfter {
    /// A server that names more means well or is broken: a day is the most that is believed.
    package static let longest: Duration = .seconds(86_400)

    /// How long to wait; nil for a text that says nothing, such as `-1` or a date that is no date. A date that has passed is
    /// zero.
    ///
    /// - Parameter wallClock: for a date. Where this machine's clock is wrong the wait is wrong by as much, within
    ///   zero and a day.
    package static func wait(_ text: String, wallClock: Timestamp) -> Duration? {
        let trimmed = text.drop { $0 == " " || $0 == "\t" }.prefix { $0 != "\r" && $0 != "\n" }
        if !trimmed.isEmpty, trimmed.utf8.allSatisfy({ (48...57).contains($0) }) {
            // More digits than a number has room for are more than a day.
            guard let seconds = Int(trimmed) else { return longest }
            return min(longest, .seconds(seconds))
        }
        guard let date = httpDate(String(trimmed)) else { return nil }
        return min(longest, max(.zero, date.duration(since: wallClock)))
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`, the one form of the three that servers may send since 1997.
    private static func httpDate(_ text: String) -> Timestamp? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let words = text.split(separator: " ")
        guard words.count == 6, words[0].count == 4, words[0].last == ",", words[5] == "GMT",
            let day = Int(words[1]), let month = months.firstIndex(of: String(words[2])), let year = Int(words[3])
        else { return nil }
        let time = words[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3 else { return nil }
        return Timestamp(
            year: year, month: month + 1, day: day, hour: time[0], minute: time[1], second: time[2])
    }
}
