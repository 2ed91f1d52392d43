import PrometheusMetrics
import PlacemarkModel

/// The reporter's metrics for Prometheus: for each sink what waits, what has gone, and whether it goes.
///
/// None holds a coordinate, an address or an error's text. The label is the name of the sink's file: there are as many as
/// the operator has made.
enum ReportMetrics {
    private static let program = "placemark_report"

    /// - Parameter now: the wall clock, for ages.
    static func text(
        _ report: ReporterReport, _ process: ProcessFigures? = .current(), at now: Timestamp = Clocks.system.wall()
    ) -> String { families(report, process, now).map(\.text).joined() }

    private static func families(_ report: ReporterReport, _ process: ProcessFigures?, _ now: Timestamp)
        -> [MetricFamily]
    {
        /// One sample for each sink of which it is known.
        func family(
            _ name: String, _ kind: MetricFamily.Kind, _ help: String, _ value: (SinkReport) -> Double?
        ) -> MetricFamily {
            MetricFamily(
                name, kind, help,
                samples: report.sinks.compactMap { sink in
                    value(sink).map { MetricFamily.Sample(["sink": sink.name], $0) }
                }, program: program)
        }
        func count(
            _ name: String, _ kind: MetricFamily.Kind, _ help: String, _ value: (SinkReport) -> Int
        ) -> MetricFamily { family(name, kind, help) { Double(value($0)) } }
        return [
            count("waiting", .gauge, "Reports in the queue") { $0.waiting },
            count("waiting_bytes", .gauge, "Size of the reports in the queue") { $0.sizeInBytes },
            family("oldest_age_seconds", .gauge, "Time since the event of the oldest report in the queue") { sink in
                sink.oldest.map { max(0, now.duration(since: $0).inSeconds) }
            },
            count("acknowledged_total", .counter, "Reports that the receiver has acknowledged") { $0.acknowledged },
            family(
                "last_acknowledgement_timestamp_seconds", .gauge,
                "When the last report was acknowledged, in seconds since 1970"
            ) {
                $0.lastAcknowledgement.map { Double($0.nanosecondsSinceEpoch) / 1e9 }
            },
            count("refused_total", .counter, "Reports that the receiver will never take") { $0.refused },
            count("dropped_total", .counter, "Reports for which the queue had no room or no time") { $0.dropped },
            family("failing", .gauge, "1 while the last delivery has failed, 0 otherwise") {
                $0.state == .failing ? 1 : 0
            },
            family("connected", .gauge, "1 while there is a connection to the broker, 0 otherwise") {
                $0.connected.map { $0 ? 1 : 0 }
            },
            MetricFamily(
                "outbox_working", .gauge, "1 while the outbox works, 0 while what happens is lost",
                report.outboxFailure == nil ? 1 : 0, program: program),
            MetricFamily(
                "lost_total", .counter, "Reports that the outbox could not keep", report.lost, program: program),
            MetricFamily(
                "process_resident_memory_bytes", .gauge, "Resident memory, that of mapped files included",
                process?.residentMemoryInBytes, program: program),
            MetricFamily(
                "process_open_fds", .gauge, "Open file descriptors", process?.openDescriptors, program: program),
            MetricFamily(
                "build_info", .gauge, "The version of the program",
                samples: [MetricFamily.Sample(["version": report.version], 1)], program: program),
        ]
    }
}
