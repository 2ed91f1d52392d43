import FoundationEssentials
import PlacemarkClient
import PlacemarkModel

/// What a command is told of an event of the guard that has waited: for its next try, for another run, or for the next start.
///
/// The alarm may be over by then. Somebody still wants to know that there was one; a horn wants to know that it is over.
enum LateAlarm {
    /// An alarm does not wait longer for a daemon that says nothing.
    private static let patience = Duration.seconds(2)

    /// How the guard stands; nil when the daemon does not say so in time.
    static func guardReport(from client: PlacemarkClient) async -> GuardReport? {
        await TimeLimit.waiting(Self.patience) { try? await client.guardReport() } ?? nil
    }

    /// The line of an event, with the state that the guard is in by now. All else in it is of the moment of the event.
    static func line(_ line: String, _ report: GuardReport) -> String {
        guard case .object(var event)? = try? JSONDecoder().decode(JSONValue.self, from: Data(line.utf8)),
            case .object(var told)? = event["guard"]
        else { return line }
        told["state"] = .text(report.state.rawValue)
        told["since"] = report.since.map(JSONValue.number)
        event["guard"] = .object(told)
        return JSON.line(JSONValue.object(event))
    }
}
