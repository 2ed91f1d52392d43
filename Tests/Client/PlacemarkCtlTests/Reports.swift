import Foundation
import PlacemarkModel
import Testing

/// Reports as they come from the daemon: written as it writes them.
enum Reports {
    /// 2026-11-20T20:24:50Z.
    static let now = Timestamp(nanosecondsSinceEpoch: 1_795_206_290_000_000_000)

    static func event(_ json: String) throws -> EventReport {
        try JSONDecoder().decode(EventReport.self, from: Data(json.utf8))
    }

    static func status(_ json: String) throws -> Status {
        try JSONDecoder().decode(Status.self, from: Data(json.utf8))
    }

    /// All that a receiver tells.
    static let location = location(accuracyInMeters: 4.1)
    static func location(accuracyInMeters: Double?) -> String {
        """
        {"coordinate":{"latitude":47.141,"longitude":9.521},"mode":3,\
        \(accuracyInMeters.map { "\"horizontalAccuracy\":\($0)," } ?? "")"altitude":455.5,\
        "ellipsoidalAltitude":503.5,"verticalAccuracy":7.2,"speed":10,"course":81.2,\
        "timestamp":"2026-11-20T20:24:49Z","age":0.4,"stale":false}
        """
    }
    /// All that a reader with reduced precision is told.
    static let reducedLocation = """
        {"coordinate":{"latitude":-47.138,"longitude":-9.531},"horizontalAccuracy":1500,"age":90,"stale":false}
        """

    /// A status with this state of the source, and these other keys.
    static func statusText(_ state: String = "live", reason: String? = nil, _ keys: String...) -> String {
        let source = #""source":{"state":"\#(state)","since":3"# + (reason.map { #","reason":"\#($0)""# } ?? "") + "}"
        let rest = [
            #""version":1"#, #""sequence":7"#, #""precision":"precise""#, source,
            #""geocoding":{"policy":"distance-and-time","next":"moved 1000 m","failing":false,"requests":1,"saved":2}"#,
            #""fixes":{"accepted":3,"rejected":{}}"#,
        ]
        return "{" + (rest + keys).joined(separator: ",") + "}"
    }

    static func placemark(_ locality: String, age: Double = 5, stale: Bool = false) -> String {
        #""placemark":{"name":"\#(locality)","locality":"\#(locality)","country":"Liechtenstein","isoCountryCode":"LI","#
            + #""timeZone":"Europe/Vaduz","geocoder":"gazetteer","age":\#(age),"stale":\#(stale)}"#
    }
}
