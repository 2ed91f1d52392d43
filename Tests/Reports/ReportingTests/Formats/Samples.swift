import FoundationEssentials
import PlacemarkModel
import Reporting
import Testing

/// Reports as they come out of the outbox: written as the daemon writes its events.
enum Samples {
    /// 2026-11-20T20:24:49Z.
    static let moment = Timestamp(nanosecondsSinceEpoch: 1_795_206_289_000_000_000)
    static let now = Timestamp(nanosecondsSinceEpoch: 1_795_206_290_000_000_000)

    /// All that a receiver tells.
    static let location = """
        {"coordinate":{"latitude":47.141,"longitude":9.521},"mode":3,"horizontalAccuracy":4.1,"altitude":455.5,\
        "verticalAccuracy":7.2,"speed":10,"speedAccuracy":0.4,"course":90,"timestamp":"2026-11-20T20:24:49Z","age":0.4,\
        "stale":false}
        """
    /// All that a reader with reduced precision is told.
    static let reducedLocation = """
        {"coordinate":{"latitude":47.138,"longitude":9.531},"horizontalAccuracy":1500,"age":90,"stale":false}
        """
    static let placemark = """
        {"name":"Städtle 49","thoroughfare":"Städtle","subThoroughfare":"49","locality":"Vaduz",\
        "subAdministrativeArea":"Oberland","administrativeArea":"Vaduz","country":"Liechtenstein","isoCountryCode":"LI",\
        "timeZone":"Europe/Vaduz","geocoder":"gazetteer","horizontalAccuracy":4.1,"age":5,"stale":false}
        """

    static func status(_ state: String, _ precision: Precision = .precise) -> String {
        let location = precision == .precise ? location : reducedLocation
        return """
            {"version":1,"sequence":7,"precision":"\(precision.rawValue)","source":{"state":"\(state)","since":3},\
            "location":\(location),"placemark":\(placemark),"motion":"moving","regions":["home"]}
            """
    }

    /// - Parameters:
    ///   - event: the keys of the event, without braces.
    ///   - later: how long after `moment`.
    static func report(
        _ kind: ReportKind, number sequence: Int64 = 42, later: Duration = .zero, regions: [String]? = nil,
        _ event: String
    ) throws -> Report {
        let name = kind == .heartbeat ? "status" : kind.rawValue
        let json = #"{"event":"\#(name)",\#(event)}"#
        let time = try #require(moment.advanced(by: later))
        return Report(
            id: try #require(ReportIdentity(outbox: "4f0c9a1be2d37758", sequence: sequence)), kind: kind,
            happenedAt: time, takenAt: time, regions: regions,
            event: try JSONDecoder().decode(EventReport.self, from: Data(json.utf8)))
    }

    static func located(_ sequence: Int64 = 42, later: Duration = .zero, regions: [String]? = nil) throws -> Report {
        try report(.location, number: sequence, later: later, regions: regions, #""location":\#(location)"#)
    }

    static func placed() throws -> Report { try report(.placemark, #""placemark":\#(placemark)"#) }

    static func heartbeat(_ state: String = "live", _ precision: Precision = .precise) throws -> Report {
        try report(.heartbeat, regions: ["home"], #""status":\#(status(state, precision))"#)
    }

    /// A trip from Vaduz to Feldkirch.
    static func trip(_ state: TripRecord.State, id: String = "5d0c3a7b9e1f2048") -> String {
        """
        {"id":"\(id)","state":"\(state.rawValue)","start":{"coordinate":{"latitude":47.141,"longitude":9.521},\
        "timestamp":"2026-11-20T19:40:00Z","utcOffset":3600,\
        "placemark":{"name":"Städtle 49","locality":"Vaduz","geocoder":"gazetteer"}},\
        "end":{"coordinate":{"latitude":47.238,"longitude":9.598},"timestamp":"2026-11-20T20:10:30Z","utcOffset":3600,\
        "placemark":{"name":"Feldkirch","locality":"Feldkirch","geocoder":"gazetteer"}},\
        "duration":1830,"distance":16234.6,"distanceError":81.2,"movingTime":1500,"meanSpeed":10.8,"greatestSpeed":27.1,"countries":[],"places":[]}
        """
    }

    static func trip(
        _ kind: ReportKind, _ state: TripRecord.State, number sequence: Int64 = 42, id: String = "5d0c3a7b9e1f2048"
    ) throws -> Report {
        var report = try report(.tripStarted, number: sequence, #""trip":\#(trip(state, id: id))"#)
        report.kind = kind
        report.event?.event = state == .underway ? .tripStarted : .tripEnded
        return report
    }

    static func crossing(_ kind: ReportKind, _ region: String) throws -> Report {
        try report(kind, #""region":"\#(region)","location":\#(location)"#)
    }
}

/// Bytes as text.
func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
