import PrometheusMetrics

/// The metrics of those who ask, and of the files. Clients that watch ask again at each event: so the numbers of requests
/// are not for all.
extension DaemonFigures {
    var requests: [MetricFamily] {
        [
            MetricFamily("connections", .gauge, "Connections to the socket that are open", socket.openConnections),
            MetricFamily(
                "connections_total", .counter, "Connections that got as far as a request, by dialect", by: "dialect"
            ) { (dialect: Dialect) in socket.connections[dialect, default: 0] }.forPreciseReaders,
            MetricFamily(
                "connections_refused_total", .counter, "Connections that were ended before a request, and why",
                by: "reason"
            ) { (refusal: SocketCounters.Refusal) in socket.refused[refusal, default: 0] },
            MetricFamily(
                "requests_total", .counter, "Requests, by what was asked for and how it ended",
                samples: SocketCounters.requestNames.flatMap { name in
                    SocketCounters.Outcome.allCases.map { outcome in
                        MetricFamily.Sample(
                            ["outcome": outcome.rawValue, "request": name],
                            socket.requests[name]?[outcome] ?? 0)
                    }
                }
            ).forPreciseReaders,
            MetricFamily("requests_waiting", .gauge, "Requests that wait for a location", waitingRequests),
        ]
    }

    var subscriptions: [MetricFamily] {
        [
            MetricFamily("subscribers", .gauge, "Connections that watch", subscriberCount),
            MetricFamily(
                "subscribers_cut_off_total", .counter, "Subscribers that did not read, and were cut off",
                subscribers.cutOff
            ).forPreciseReaders,
            MetricFamily(
                "events_dropped_total", .counter,
                "Events of which too many came at once (backlog), or that one subscriber missed (slowReader)",
                samples: [
                    .init(["reason": "backlog"], socket.lostEvents),
                    .init(["reason": "slowReader"], subscribers.missedEvents),
                ]
            ).forPreciseReaders,
        ]
    }

    var writes: [MetricFamily] {
        [
            MetricFamily("file_writes_total", .counter, "Writes of the state files", by: "file") {
                (file: FileCounters.File) in files.written[file, default: 0]
            }.forPreciseReaders,
            // Tried again every second: from the first failure on, the number grows with the time.
            MetricFamily(
                "file_write_failures_total", .counter, "Writes of the state files that have failed", by: "file"
            ) { (file: FileCounters.File) in files.failed[file, default: 0] },
            MetricFamily(
                "file_write_failing", .gauge, "1 while a state file cannot be written, 0 otherwise", by: "file"
            ) { (file: FileCounters.File) in files.failing.contains(file) ? 1 : 0 },
        ]
    }
}
