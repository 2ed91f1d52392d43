import ArgumentParser
import PlacemarkModel

/// The forms in which `watch` writes, each for a kind of reader.
enum WatchFormat: String, CaseIterable, ExpressibleByArgument {
    /// Each event as it comes from the daemon.
    case json
    /// Each event for a person at a terminal.
    case text
    /// What a status bar shows, one line at each change.
    case waybar, polybar, plain
    /// Messages of the OwnTracks app, for MQTT.
    case owntracks
    /// A receiver's sentences; for GeoClue, whose accuracies are coarse.
    case nmea, geoclue

    /// Whether it is the present state that is shown, and not what happens: such a line has to outlive the daemon.
    var isStatusBar: Bool {
        switch self {
        case .waybar, .polybar, .plain: true
        case .json, .text, .owntracks, .nmea, .geoclue: false
        }
    }

    /// The events that can be written in this form.
    var events: EventFilter {
        switch self {
        // Also how far the beacons are, which is not among all that happens.
        case .json, .text: EventFilter(EventReport.Name.allCases).union([.significant, .reduced])
        // A bar asks for the status when something has become of the city.
        case .waybar, .polybar, .plain: EventFilter([.placemark, .source])
        case .owntracks: EventFilter([.location, .regionEntered, .regionExited]).union(.significant)
        case .nmea, .geoclue: EventFilter([.location, .source]).union(.significant)
        }
    }

    /// What to watch when the user has asked for `events`, in words of which there may be none.
    func filter(asking words: [String]) throws(WatchFormatMistake) -> EventFilter {
        let asked: EventFilter
        do throws(EventFilter.WordError) {
            asked = try EventFilter(parsing: words.map { $0[...] })
        } catch {
            throw WatchFormatMistake(description: error.description)
        }
        if words.isEmpty { return events.intersection(.all) }
        guard !isStatusBar else {
            throw WatchFormatMistake(description: "--format \(rawValue) shows the city, and takes no events")
        }
        guard events.isSuperset(of: asked) else {
            let known = EventReport.Name.allCases.filter(events.includes).map(\.rawValue) + ["significant"]
            throw WatchFormatMistake(
                description: "--format \(rawValue) writes only these events: \(known.joined(separator: ", "))")
        }
        // A position without the news that it is not current any more would be taken for current.
        return self == .nmea || self == .geoclue ? asked.union(EventFilter([.source])) : asked
    }
}

/// Why a format cannot write what was asked for.
struct WatchFormatMistake: Error, CustomStringConvertible {
    let description: String
}
