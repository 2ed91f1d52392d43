import PlacemarkModel
import Testing

@testable import placemarkctl

@Suite("What a format watches")
struct WatchFormatTests {
    @Test(
        "without words each format watches what it can write",
        arguments: [
            (WatchFormat.json, ""), (.text, ""), (.waybar, "placemark source"), (.polybar, "placemark source"),
            (.plain, "placemark source"), (.owntracks, "location regionEntered regionExited"),
            (.nmea, "location source"), (.geoclue, "location source"),
        ])
    func all(format: WatchFormat, expected: String) throws {
        #expect(try format.filter(asking: []).arguments == expected)
    }

    @Test(
        "words choose among what the format can write",
        arguments: [
            (WatchFormat.json, ["heading", "significant"], "heading significant"),
            (.json, ["beacons"], "beacons"), (.text, ["beacons", "regions"], "regionEntered regionExited beacons"),
            (.owntracks, ["regions"], "regionEntered regionExited"),
            (.owntracks, ["significant", "regions"], "regionEntered regionExited significant"),
            (.nmea, ["significant"], "source significant"), (.nmea, ["location"], "location source"),
            (.geoclue, ["location"], "location source"),
        ] as [(WatchFormat, [String], String)])
    func some(format: WatchFormat, words: [String], expected: String) throws {
        #expect(try format.filter(asking: words).arguments == expected)
    }

    @Test(
        "a word that the format cannot write is a mistake, which says what it can",
        arguments: [
            (WatchFormat.json, "nothing", "there is no event 'nothing'"),
            (.waybar, "placemark", "takes no events"), (.plain, "significant", "takes no events"),
            (.owntracks, "heading", "only these events: location, regionEntered, regionExited, significant"),
            (.nmea, "regions", "only these events: location, source, significant"),
        ])
    func mistake(format: WatchFormat, word: String, expected: String) throws {
        let mistake = #expect(throws: WatchFormatMistake.self) { try format.filter(asking: [word]) }
        #expect(try #require(mistake).description.contains(expected))
    }
}
