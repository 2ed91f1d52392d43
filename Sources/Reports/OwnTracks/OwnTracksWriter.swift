public import PlacemarkModel

/// OwnTracks' messages, as its apps publish them: the elements are those of the booklet
/// (https://owntracks.org/booklet/tech/json/), the keys stand in alphabetical order. As with the apps, numbers are whole but for
/// the coordinate, and zeros are left out. There is no battery here.
public struct OwnTracksWriter: Sendable {
    /// Two letters that maps show, usually.
    public let trackerID: String

    public init(trackerID: String) { self.trackerID = trackerID }

    /// Why a location was sent; the app leaves it out when it sent the location by itself.
    public enum Trigger: String, Sendable {
        /// Somebody asked for it.
        case reportLocation = "r"
        /// Some time has passed.
        case timer = "t"
    }

    /// Beside what was measured.
    public struct Context: Sendable {
        /// When the message was made.
        public var createdAt: Timestamp
        /// By what a receiver tells a second copy from a new message; nil for a message that is sent only once.
        public var identifier: String?
        /// The topic, which a receiver cannot see over HTTP; nil for MQTT.
        public var topic: String?

        public init(createdAt: Timestamp, identifier: String? = nil, topic: String? = nil) {
            (self.createdAt, self.identifier, self.topic) = (createdAt, identifier, topic)
        }
    }

    /// `_type=location`.
    ///
    /// - Parameters:
    ///   - takenAt: when the fix was taken.
    ///   - regions: where the box is; nil where that is not known.
    public func location(
        _ report: LocationReport, takenAt: Timestamp, regions: [String]?, trigger: Trigger? = nil, _ context: Context
    ) -> [UInt8] {
        message("location", context) { writer in
            writer.field("acc", whole: report.horizontalAccuracy?.inOwnTracksAccuracy)
            writer.field("alt", whole: report.altitude?.wholeOrAbsent)
            writer.field("cog", whole: report.course?.wholeOrAbsent)
            writer.field("created_at", Int(context.createdAt.wholeSeconds))
            if let regions {
                writer.key("inregions")
                writer.beginArray()
                for region in regions { writer.value(region) }
                writer.endArray()
            }
            writer.position(report.coordinate)
            if let trigger { writer.field("t", trigger.rawValue) }
            writer.field("tid", trackerID)
            writer.field("topic", context.topic)
            writer.field("tst", Int(takenAt.wholeSeconds))
            writer.field("vac", whole: report.verticalAccuracy?.inOwnTracksAccuracy)
            writer.field("vel", whole: report.speed.flatMap { ($0 * 3.6).wholeOrAbsent })
        }
    }

    /// `_type=transition`: a border was crossed.
    public func transition(
        _ report: LocationReport, takenAt: Timestamp, region: String, entered: Bool, _ context: Context
    ) -> [UInt8] {
        message("transition", context) { writer in
            writer.field("acc", whole: report.horizontalAccuracy?.inOwnTracksAccuracy)
            writer.field("desc", region)
            writer.field("event", entered ? "enter" : "leave")
            writer.position(report.coordinate)
            writer.field("rid", region)
            // A geographical region, and not a beacon.
            writer.field("t", "c")
            writer.field("tid", trackerID)
            writer.field("topic", context.topic)
            writer.field("tst", Int(takenAt.wholeSeconds))
            // When the region was made, which the daemon does not know; the booklet demands a number.
            writer.field("wtst", 0)
        }
    }

    /// `_type=waypoint`: a place with a name.
    ///
    /// - Parameters:
    ///   - radius: in metres.
    ///   - madeAt: what tells this waypoint from others, on Android.
    public func waypoint(
        _ name: String, at coordinate: Coordinate, radius: Double, madeAt: Timestamp, _ context: Context
    ) -> [UInt8] {
        message("waypoint", context) { writer in
            writer.field("desc", name)
            writer.position(coordinate)
            writer.field("rad", Int(min(1e9, max(1, radius.rounded(.up)))))
            writer.field("topic", context.topic)
            writer.field("tst", Int(madeAt.wholeSeconds))
        }
    }

    /// `_type=lwt`, which the broker publishes when it has lost us. Not to be retained: it would take the place of the location.
    public func lastWill(connectedAt: Timestamp) -> [UInt8] {
        message("lwt", Context(createdAt: connectedAt)) { $0.field("tst", Int(connectedAt.wholeSeconds)) }
    }

    private func message(_ type: StaticString, _ context: Context, _ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.field("_id", context.identifier)
        writer.field("_type", type)
        write(&writer)
        writer.endObject()
        return writer.bytes
    }
}

extension JSONWriter {
    /// Left out when it is nil.
    fileprivate mutating func field(_ key: StaticString, whole number: Int?) {
        if let number { field(key, number) }
    }

    fileprivate mutating func position(_ coordinate: Coordinate) {
        field("lat", coordinate.latitude)
        field("lon", coordinate.longitude)
    }
}

extension Timestamp {
    fileprivate var wholeSeconds: Int64 { nanosecondsSinceEpoch / 1_000_000_000 }
}

extension Double {
    /// The next whole number; nil for zero, and for what no receiver measures.
    fileprivate var wholeOrAbsent: Int? {
        guard magnitude < 1e9 else { return nil }
        let whole = Int(rounded())
        return whole == 0 ? nil : whole
    }

    /// Rounded up, so that it claims no more than is known.
    fileprivate var inOwnTracksAccuracy: Int? { rounded(.up).wholeOrAbsent }
}
