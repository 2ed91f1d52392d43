import FoundationEssentials
import Logging
import PlacemarkClient
import PlacemarkModel

/// Listens to the daemon, and hands what it tells to the runner. It connects again, until the task is cancelled.
struct AlarmListener {
    let client: PlacemarkClient
    let wanted: EventFilter
    let runner: AlarmRunner
    let log: Logger

    private static let longestPause: Duration = .seconds(2)
    private static let guarding = EventFilter(EventReport.Name.allCases.filter(\.isOfGuard))

    /// All events of the guard where one is wanted: what is not wanted must be known, to tell it from what was missed.
    private var filter: EventFilter { isForGuard ? wanted.union(Self.guarding) : wanted }
    private var isForGuard: Bool { !wanted.isDisjoint(with: Self.guarding) }

    func run() async {
        var (backoff, said): (Backoff, String?) = (Backoff(ceiling: Self.longestPause), nil)
        while !Task.isCancelled {
            do throws(PlacemarkClientError) {
                for try await line in client.lines(of: PlacemarkClient.watchRequest(filter)) {
                    if said != nil { log.info("placemarkd reports events again") }
                    (said, backoff) = (nil, Backoff(ceiling: Self.longestPause))
                    // An event of a later version, with a name that this one does not know, is skipped.
                    guard let event = try? JSONDecoder().decode(EventReport.self, from: Data(line)) else { continue }
                    try await take(event, line)
                }
                throw client.connectionClosed
            } catch {
                guard error != .cancelled, !Task.isCancelled else { return }
                // Once, and not at each attempt.
                if said != error.description { log.warning("\(error)") }
                said = error.description
                try? await Task.sleep(for: backoff.next(random: .random(in: 0..<1)))
            }
        }
    }

    private func take(_ event: EventReport, _ line: [UInt8]) async throws(PlacemarkClientError) {
        guard event.event == .status else {
            let (text, wanted) = (String(decoding: line, as: UTF8.self), wanted)
            return await runner.update { $0.take(event, line: text, wanted: wanted) }
        }
        // The present state comes first, and in the place of what was missed.
        if event.status?.precision != .precise {
            let names = EventReport.Name.allCases.filter { wanted.includes($0) }.map { EventFilter([$0]) }
            for untold in names where !untold.isForReducedReaders {
                log.error("\(untold.arguments) is told only to members of the group placemark-precise")
            }
        } else if isForGuard {
            let report = try await client.guardReport()
            let (location, wanted) = (event.status?.location, wanted)
            await runner.update { queue in
                queue.take(report, wanted: wanted) { Self.line($0, report, location) }
                return 0
            }
        }
    }

    /// The event as the daemon has told it, but with what is so now.
    private static func line(_ name: EventReport.Name, _ report: GuardReport, _ location: LocationReport?) -> String {
        JSON.line(MissedEvent(event: name, guard: report, location: location))
    }
}

/// An event that nobody has heard, as far as it is known afterwards.
private struct MissedEvent: Encodable {
    let event: EventReport.Name
    let `guard`: GuardReport
    let location: LocationReport?
}
