/// How a kind of status bar wants its line.
enum BarStyle {
    /// A line of JSON with text, alt, tooltip and class: waybar-custom(5) with `"return-type": "json"`.
    case waybar
    /// Text in which `%{` begins an instruction.
    case polybar
    case plain

    init?(_ format: WatchFormat) {
        switch format {
        case .waybar: self = .waybar
        case .polybar: self = .polybar
        case .plain: self = .plain
        case .json, .text, .owntracks, .nmea, .geoclue: return nil
        }
    }

    /// The line, without its newline.
    func line(_ bar: BarText) -> String {
        switch self {
        case .waybar: JSON.line(WaybarLine(bar))
        // Polybar has no way to write the two as text.
        case .polybar: bar.text.replacing("%{", with: "% {")
        case .plain: bar.text
        }
    }
}

/// The keys that Waybar knows. There is no `percentage`: nothing here is one.
private struct WaybarLine: Encodable {
    let text: String
    /// For `format-icons`.
    let alt: String
    let tooltip: String
    /// For the style sheet.
    let `class`: String

    init(_ bar: BarText) {
        text = bar.text.escapedForPango
        (alt, `class`) = (bar.condition.rawValue, bar.condition.rawValue)
        tooltip = bar.details.joined(separator: "\n").escapedForPango
    }
}

extension String {
    /// The text as Pango's markup, in which Waybar sets what it is given.
    fileprivate var escapedForPango: String {
        var escaped = ""
        for character in self {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "'": escaped += "&#39;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
