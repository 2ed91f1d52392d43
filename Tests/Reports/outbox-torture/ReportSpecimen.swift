import FoundationEssentials
import PlacemarkModel
import Reporting

/// Reports that follow from a number, so that whoever finds one knows what belongs to it.
enum ReportSpecimen {
    static let sink = "map"
    static let noon = Timestamp(nanosecondsSinceEpoch: 1_795_435_200 * 1_000_000_000)

    static func outbox(in directory: String, retention: Retention = Retention()) -> Outbox {
        let outbox = Outbox(directory: directory, boot: "torture", retention: [sink: retention])
        outbox.learn { $0.learn(machine: noon, at: BootInstant(sinceBoot: .seconds(1000))) }
        return outbox
    }

    static func report(_ number: Int) -> Happening {
        let line = """
            {"event":"location","elapsed":\(number),"location":{"coordinate":{"latitude":\(number % 80),\
            "longitude":\(number % 170)},"horizontalAccuracy":4.1,"altitude":460.5,"speed":13.2,"age":0,"stale":false}}
            """
        guard let event = try? JSONDecoder().decode(EventReport.self, from: Data(line.utf8)) else {
            preconditionFailure("the specimen is no event")
        }
        return Happening(.location, at: .sinceBoot(BootInstant(sinceBoot: .seconds(number))), event: event)
    }

    /// Nil for a report that is none of these.
    static func number(_ report: Report) -> Int? {
        guard let number = report.event?.elapsed.map({ Int($0) }),
            report.event == ReportSpecimen.report(number).event
        else { return nil }
        return number
    }
}
