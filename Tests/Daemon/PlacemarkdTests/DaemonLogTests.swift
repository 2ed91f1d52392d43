import Logging
import LocationEngine
import TestConditions
import Testing

@testable import placemarkd

@Suite("The entries of the log")
struct DaemonLogTests {
    @Test("an entry of the location manager is logged at its level, and its details at debug")
    func entries() {
        let recorder = LogRecorder()
        let entries: [LogEntry] = [
            .paused, .geocodingFailed("no memory", retryIn: nil), .placemarkUnchanged, .placemarkChanged(city: "Vaduz"),
        ]
        for entry in entries { recorder.logger.log(entry) }
        #expect(
            recorder.lines == [
                "info: come to rest", "warning: geocoding failed: no memory", "debug: placemark confirmed",
                "info: placemark changed", "debug: the city is Vaduz",
            ])
    }
}
