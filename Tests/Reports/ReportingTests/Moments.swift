import FoundationEssentials
import PlacemarkModel
import Reporting

/// Times of the tests: a boot whose clock began 1000 s before noon.
enum Moments {
    static let noon = Timestamp(nanosecondsSinceEpoch: 1_795_435_200 * 1_000_000_000)

    /// Seconds after noon.
    static func time(_ seconds: Int) -> Timestamp {
        Timestamp(nanosecondsSinceEpoch: noon.nanosecondsSinceEpoch + Int64(seconds) * 1_000_000_000)
    }

    /// Seconds after the boot.
    static func instant(_ seconds: Int) -> BootInstant { BootInstant(sinceBoot: .seconds(seconds)) }
}

extension EventReport {
    /// A location, with a number in it.
    static func numbered(_ number: Int, timestamp: String? = nil, age: Double = 0) -> EventReport {
        let time = timestamp.map { #""timestamp":"\#($0)","# } ?? ""
        let line = """
            {"event":"location","elapsed":\(number),"location":{"coordinate":{"latitude":47.1,"longitude":9.5},\
            "horizontalAccuracy":4.1,"altitude":460.5,"speed":13.2,"course":81.5,\(time)"age":\(age),"stale":false}}
            """
        do { return try JSONDecoder().decode(EventReport.self, from: Data(line.utf8)) } catch {
            preconditionFailure("\(error)")
        }
    }
}

extension Happening {
    /// A location so many seconds after the boot.
    static func numbered(_ number: Int) -> Happening {
        Happening(.location, at: .sinceBoot(Moments.instant(number)), event: .numbered(number))
    }
}
