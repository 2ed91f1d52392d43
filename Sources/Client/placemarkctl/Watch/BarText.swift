import PlacemarkClient
import PlacemarkModel

/// What a status bar has to show: a few words, how true they are, and more to read on demand.
struct BarText: Hashable {
    /// How true the words are: for colours and icons.
    enum Condition: String {
        case live, stale
        case noFix = "no-fix"
        /// Nobody answers.
        case off
    }

    let condition: Condition
    /// One line.
    let text: String
    /// Some lines, without anything that changes by the second.
    let details: [String]

    init(_ status: Status) {
        let source = status.source
        let trouble = source.state == .live ? nil : [source.state.rawValue, source.reason].compactMap(\.self)
        let details: [String?]
        if let report = status.placemark, let city = report.placemark.city {
            condition = report.stale ? .stale : .live
            text = Self.oneLine(city + (status.placemarkStaleness.map { " (\(Self.staleness($0)))" } ?? ""))
            details = [report.placemark.fullAddress, report.placemark.timeZone]
        } else {
            condition = .noFix
            switch source.state {
            case .connecting, .disconnected: text = "no gpsd"
            case .live: text = "no place"
            case .waiting, .noFix, .stale, .lost: text = "no fix"
            }
            details = []
        }
        self.details = (details + [trouble?.joined(separator: ": ")]).compactMap { $0.map(Self.oneLine) }
    }

    /// When there is no status.
    init(unreachable error: any Error) {
        (condition, text, details) = (.off, "no placemarkd", [Self.oneLine("\(error)")])
    }

    /// An age that would change with each second is not told.
    private static func staleness(_ age: Double) -> String {
        age < AgeInWords.leastMinutesInSeconds ? "stale" : "stale, \(Words.age(age)) old"
    }

    /// A name with a line break would be two messages.
    private static func oneLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isLineBreaking ? " " : $0 }))
    }
}
