/// The metrics of those who ask, and of the files.
extension MetricsReport {
    var requests: [MetricFamily] {
        [
            MetricFamily("connections", .gauge, "Connections to the socket that are open", socket.openConnections),
            MetricFamily(
                "connections_total", .counter, "Connections that got as far as a request, by dialect", by: "dialect"
            ) { (dialect: SocketCounters.Dialect) in socket.connections[dialect, default: 0] },
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
                }),
            MetricFamily("requests_waiting", .gauge, "Requests that wait for a location", waitingRequests),
        ]
    }

    var subscriptions: [MetricFamily] {
        [
            MetricFamily("subscribers", .gauge, "Connections that watch", subscriberCount),
            MetricFamily(
                "subscribers_cut_off_total", .counter, "Subscribers that did not read, and were cut off",
                subscribers.cutOff),
            MetricFamily(
                "events_dropped_total", .counter,
                "Events that were lost before the socket had them (backlog), or that one subscriber missed (slowReader)",
                samples: [
                    .init(["reason": "backlog"], socket.lostEvents),
                    .init(["reason": "slowReader"], subscribers.missedEvents),
                ]),
        ]
    }

    var writes: [MetricFamily] {
        [
            MetricFamily(
                "file_writes_total", .counter, "Writes of the state files, and how they ended",
                samples: FileCounters.File.allCases.flatMap { file in
                    [
                        MetricFamily.Sample(
                            ["file": file.rawValue, "result": "written"], files.written[file, default: 0]),
                        MetricFamily.Sample(
                            ["file": file.rawValue, "result": "failed"], files.failed[file, default: 0]),
                    ]
                })
        ]
    }
}
