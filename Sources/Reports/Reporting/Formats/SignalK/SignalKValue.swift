import PlacemarkModel

/// A value of Signal K at its path. What is not known is null, so that nobody goes on showing the last one.
struct SignalKValue: Sendable {
    private enum Content: Sendable {
        case text(String?)
        case number(Double?)
        case position(LocationReport)
        case point(Coordinate?)
        case notification(state: String, message: String)
    }

    let path: String
    private let content: Content

    private init(_ path: String, _ content: Content) { (self.path, self.content) = (path, content) }

    static func text(_ path: String, _ text: String?) -> SignalKValue { SignalKValue(path, .text(text)) }

    static func of(_ location: LocationReport) -> [SignalKValue] {
        [
            SignalKValue(position, .position(location)), SignalKValue(speed, .number(location.speed)),
            SignalKValue(course, .number(location.course.map(radians))),
        ]
    }

    /// Where the bow points, if a compass tells it: the course over ground has a path of its own. The variation is that of the
    /// magnetic model, whatever told the heading.
    static func of(_ heading: HeadingReport) -> [SignalKValue] {
        let isCompass = heading.origin == .compass
        let values = [
            (headingTrue, isCompass ? heading.trueHeading : nil),
            (headingMagnetic, isCompass ? heading.magneticHeading : nil), (variation, heading.declination),
        ]
        return values.compactMap { path, degrees in degrees.map { SignalKValue(path, .number(radians($0))) } }
    }

    static var ofNoHeading: [SignalKValue] { [headingTrue, headingMagnetic, variation].map { text($0, nil) } }

    /// Four decimals are half a hundredth of a degree, more than any receiver knows.
    private static func radians(_ degrees: Double) -> Double { (degrees * .pi / 180).rounded(toDecimals: 4) }

    /// There is a receiver, and it does not know where it is.
    static var ofLoss: [SignalKValue] { [position, speed, course].map { text($0, nil) } }

    static func of(_ placemark: Placemark) -> [SignalKValue] {
        [
            text("placemarkd.name", placemark.name), text("placemarkd.locality", placemark.locality),
            text("placemarkd.subAdministrativeArea", placemark.subAdministrativeArea),
            text("placemarkd.administrativeArea", placemark.administrativeArea),
            text("placemarkd.country", placemark.country),
            text("placemarkd.isoCountryCode", placemark.isoCountryCode),
            text("placemarkd.timeZone", placemark.timeZone),
            text("placemarkd.water", placemark.inlandWater ?? placemark.ocean),
            text("placemarkd.cityWithContext", placemark.cityWithContext),
        ]
    }

    /// Entering a region raises it, leaving brings it back to normal.
    static func notification(of region: String, entered: Bool) -> SignalKValue {
        // The schema allows letters, digits and hyphens.
        SignalKValue(
            "notifications.placemarkd.\(SafeName.identifier(region, separator: "-"))",
            .notification(state: entered ? "alert" : "normal", message: (entered ? "Entered " : "Left ") + region))
    }

    /// A guard, at the paths of an anchor where it guards one. All are null while nothing is guarded.
    static func of(_ guarding: GuardReport) -> [SignalKValue] {
        let (state, message) =
            switch guarding.state {
            case .off: ("normal", "Nothing is guarded")
            case .armed: ("normal", "Inside the ring")
            case .warning: ("warn", "Near the ring")
            case .alarm: ("emergency", "Outside the ring")
            case .blind: ("alarm", "No credible position")
            case .acknowledged: ("alert", "Acknowledged, but not over")
            }
        let own = SignalKValue("notifications.placemarkd.guard", .notification(state: state, message: message))
        if guarding.plan?.kind == .parked { return [own] }
        // Which of the two has ended, nobody says.
        return (guarding.state == .off ? [own] : []) + [
            SignalKValue("navigation.anchor.position", .point(guarding.plan?.coordinate)),
            SignalKValue("navigation.anchor.maxRadius", .number(guarding.plan?.radius)),
            SignalKValue("navigation.anchor.currentRadius", .number(guarding.distance)),
            SignalKValue("notifications.navigation.anchor", .notification(state: state, message: message)),
        ]
    }

    /// The way of all trips, in metres.
    static func log(_ odometer: Double) -> SignalKValue { SignalKValue("navigation.log", .number(odometer)) }

    /// The trip log, which each trip sets to zero. The specification has no path for its end.
    static func of(_ trip: TripRecord) -> [SignalKValue] {
        [
            SignalKValue("navigation.trip.log", .number(trip.distance)),
            text("navigation.trip.lastReset", trip.start.timestamp?.description),
        ]
    }

    private static let position = "navigation.position"
    private static let speed = "navigation.speedOverGround"
    private static let course = "navigation.courseOverGroundTrue"
    private static let headingTrue = "navigation.headingTrue"
    private static let headingMagnetic = "navigation.headingMagnetic"
    private static let variation = "navigation.magneticVariation"

    func write(to writer: inout JSONWriter) {
        switch content {
        case .text(let text?): writer.value(text)
        case .number(let number?): writer.value(number)
        case .text(nil), .number(nil): writer.null()
        case .position(let location):
            writer.beginObject()
            writer.field("latitude", location.coordinate.latitude)
            writer.field("longitude", location.coordinate.longitude)
            writer.field("altitude", location.altitude)
            writer.endObject()
        case .point(let coordinate?):
            writer.beginObject()
            writer.field("latitude", coordinate.latitude)
            writer.field("longitude", coordinate.longitude)
            writer.endObject()
        case .point(nil): writer.null()
        case .notification(let state, let message):
            writer.beginObject()
            writer.field("state", state)
            writer.key("method")
            writer.beginArray()
            if state != "normal" { writer.value("visual") }
            if state == "alarm" || state == "emergency" { writer.value("sound") }
            writer.endArray()
            writer.field("message", message)
            writer.endObject()
        }
    }
}
