import Logging
import PlacemarkClient
import PlacemarkModel
import Reporting

/// Listens to the daemon, as one precision hears it, and hands what it tells to the reporter. It connects again after a
/// restart of the daemon, until the task is cancelled.
struct DaemonListener: Sendable {
    let client: PlacemarkClient
    let precision: Precision
    let reporter: Reporter
    let boot: String
    let log: Logger
    /// How often the state is held against what the events have told.
    var comparison: Duration = .seconds(60)

    /// A daemon on this machine costs little to ask.
    private static let longestPause: Duration = .seconds(2)
    /// A silence that is no longer is that of a restart, at which nothing is lost worth a report.
    private static let shortestGap: Duration = .seconds(15)

    private var filter: EventFilter {
        let events = EventFilter(EventReport.Name.allCases.filter { ReportKind($0) != nil && $0 != .status })
        return precision == .reduced ? events.union(.reduced) : events
    }

    /// - Parameter heard: until when an earlier run has heard the daemon.
    func run(since heard: Outbox.Heard?) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await listen(since: heard) }
            group.addTask { await beat() }
            group.addTask { await compare() }
            await group.waitForAll()
        }
    }

    private func listen(since heard: Outbox.Heard?) async {
        var (backoff, said): (Backoff, String?) = (Backoff(ceiling: Self.longestPause), nil)
        var gap = heard
        while !Task.isCancelled {
            do throws(PlacemarkClientError) {
                if let start = gap {
                    try await recover(since: start)
                    await reporter.hasRecovered(precision)
                    gap = nil
                }
                var isGreeting = true
                for try await event in client.events(filter) {
                    if said != nil { log.info("placemarkd reports events again") }
                    (said, backoff) = (nil, Backoff(ceiling: Self.longestPause))
                    // In the middle of a stream the present state stands for what this reader was too slow for.
                    await reporter.take(event, precision, isAfterLoss: event.event == .status && !isGreeting)
                    isGreeting = false
                    // From here on events come: what the guard does not tell, and the list does not have, they do.
                    if let status = event.status {
                        await lookAtGuard(status)
                        await lookForTrips(reporter.questionOfTrips(precision))
                    }
                    if event.trip != nil, let status = await state() {
                        await reporter.takeHeartbeat(status, precision, isAfterTrip: true)
                    }
                }
                throw .notReachable(path: client.socketPath, reason: "it has closed the connection")
            } catch {
                guard error != .cancelled, !Task.isCancelled else { return }
                if said != error.description {
                    log.warning("\(error)")
                    said = error.description
                }
                try? await Task.sleep(for: backoff.next(random: .random(in: 0..<1)))
            }
        }
    }

    /// Tells the whole state when a sink wants it, and what was held until then.
    private func beat() async {
        while !Task.isCancelled {
            let (wantsHeartbeat, next) = await reporter.pulse(precision)
            if wantsHeartbeat {
                // Without a daemon there is no state: in a while again.
                if let status = await state() {
                    await reporter.takeHeartbeat(status, precision)
                } else {
                    try? await Task.sleep(for: .seconds(5))
                }
                continue
            }
            await reporter.pulses[precision]?.wait(atMost: next)
        }
    }

    /// Tells what the daemon has found out without an event.
    private func compare() async {
        while (try? await Task.sleep(for: comparison)) != nil {
            if let status = await state() {
                await reporter.takeFoundOut(status, precision)
                await lookAtGuard(status)
            }
            await lookForTrips(reporter.laterQuestionOfTrips(precision))
        }
    }

    /// Asks the daemon how its guard stands, if anybody wants to know.
    private func lookAtGuard(_ status: Status) async {
        guard let question = await reporter.questionOfGuard(status, precision) else { return }
        do throws(PlacemarkClientError) {
            await reporter.takeGuard(try await client.guardReport(), status, question: question)
        } catch {
            // In a minute again.
            if error != .cancelled { log.warning("the guard: \(error)") }
        }
    }

    /// Asks the daemon for trips of which no event has come.
    ///
    /// - Parameter question: nil where nobody wants to know.
    private func lookForTrips(_ question: TripQuestion?) async {
        let before = await reporter.tripEvents
        do throws(PlacemarkClientError) {
            switch question {
            case .past:
                var (past, current): (TripsTold, TripRecord?) = (TripsTold(), nil)
                for try await trip in client.trips() {
                    if trip.state == .final { past.pass(over: trip) } else { current = trip }
                }
                await reporter.beginTrips(with: past, current, precision, question: before)
            case .since(let start):
                var trips: [TripRecord] = []
                for try await trip in client.trips(since: start.map { .time($0) } ?? .beginning) { trips.append(trip) }
                await reporter.takeTrips(trips, precision, question: before)
            case .one(let id): await reporter.takeTrips([try await client.trip(id)], precision, question: before)
            case nil: break
            }
        } catch {
            switch error {
            // No trips are kept, or this user may not know them.
            case .refused, .cancelled: break
            // Events come all the same, and after the next connection the question does.
            default: log.warning("the list of trips: \(error)")
            }
        }
    }

    /// The whole state as this precision is told it: the first line of a watch.
    func state() async -> Status? {
        var lines = client.events(filter).makeAsyncIterator()
        return (try? await lines.next(isolation: nil))?.status
    }

    /// Takes over what the daemon has kept of the time since the last run, and says that it is missing where there is
    /// nothing.
    private func recover(since heard: Outbox.Heard) async throws(PlacemarkClientError) {
        let silence = await reporter.silence(since: heard, boot: boot)
        if let silence, silence < Self.shortestGap { return }
        guard let start = heard.time, precision == .precise, silence != nil else {
            return await reporter.takeMissed(since: heard.time, precision)
        }
        var count = 0
        do throws(PlacemarkClientError) {
            var visits: [Happening] = []
            for visit in try await client.visits().happenings(since: start) { visits.append(visit) }
            var chunk: [Happening] = []
            for try await point in client.track(since: .time(start)) {
                guard let time = point.timestamp, time > start else { continue }
                let before = visits.prefix { $0.moment < .civil(time) }
                visits.removeFirst(before.count)
                chunk += before + [Happening(.location, at: .civil(time), event: EventReport(point))]
                count += 1
                if chunk.count >= 500 {
                    await reporter.takeRecovered(chunk, precision)
                    chunk = []
                }
            }
            await reporter.takeRecovered(chunk + visits, precision)
        } catch {
            // The daemon keeps no track, or this user may not have it.
            switch error {
            case .noAnswerYet, .refused: break
            default: throw error
            }
        }
        if count == 0 { await reporter.takeMissed(since: start, precision) }
        log.info(
            "the time since the last run: \(count == 0 ? "nothing is known of it" : "\(count) positions from the track")"
        )
    }
}

extension VisitsReport {
    /// Arrivals and departures after a moment, in their order.
    fileprivate func happenings(since start: Timestamp) -> [Happening] {
        var happenings: [Happening] = []
        for visit in recent + [current].compactMap(\.self) {
            for (time, hasEnded) in [(visit.arrival, false), (visit.departure, true)] {
                guard let time, time > start else { continue }
                happenings.append(
                    Happening(
                        hasEnded ? .visitDeparted : .visitArrived, at: .civil(time),
                        event: EventReport(visit, hasEnded: hasEnded)))
            }
        }
        return happenings.sorted { $0.moment < $1.moment }
    }
}

extension Happening.Moment {
    /// Of two moments by the same clock; others have no order.
    fileprivate static func < (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.civil(let left), .civil(let right)): left < right
        case (.sinceBoot(let left), .sinceBoot(let right)): left < right
        default: false
        }
    }
}
