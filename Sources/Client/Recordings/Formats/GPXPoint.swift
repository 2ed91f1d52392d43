import PlacemarkModel

/// A point of a GPX file, while it is read: track point, route point or waypoint.
struct GPXPoint {
    /// What kind of point it is, by the name of its element.
    enum Kind: String {
        case track = "trkpt"
        case route = "rtept"
        case waypoint = "wpt"
    }

    let kind: Kind
    let line: Int
    private var fix = RecordedFix()
    private var hasNoFix = false
    /// What is wrong with the point, to be told to a person.
    private var problem: String?

    init(_ kind: Kind, line: Int, latitude: String?, longitude: String?) {
        self.kind = kind
        self.line = line
        if let latitude = latitude.flatMap(Self.number), let longitude = longitude.flatMap(Self.number) {
            (fix.latitude, fix.longitude) = (latitude, longitude)
        } else {
            problem = "a point without a position: expected the attributes lat and lon in degrees"
        }
    }

    /// Takes in an element inside of the point. Speed and course also count in `extensions`, where GPX 1.1 has them.
    mutating func add(_ name: String, _ text: String, isChild: Bool) {
        let number = Self.number(text) ?? .nan
        switch name {
        case "speed": fix.speed = number
        case "course": fix.course = number
        case "time" where isChild:
            fix.timestamp = TimeText.timestamp(text)
            if fix.timestamp == nil { problem = "the time cannot be read: expected one such as 2026-11-20T20:24:49Z" }
        case "ele" where isChild: fix.altitude = number
        case "hdop" where isChild: fix.horizontalAccuracy = number * RangeError.horizontalInMeters
        case "vdop" where isChild: fix.verticalAccuracy = number * RangeError.verticalInMeters
        case "fix" where isChild:
            hasNoFix = text == "none"
            fix.is3D = text == "2d" ? false : nil
        default: break
        }
    }

    /// What the whole point means.
    var finding: Finding {
        if let problem { return .damage(.init(.line(line), problem)) }
        return .report(hasNoFix ? .noFix(device: nil) : fix.event, time: fix.timestamp)
    }

    private static func number(_ text: String) -> Double? { DecimalText.number(Array(text.utf8)[...]) }
}
