import PrometheusMetrics
import PlacemarkModel

/// The helper's metrics for Prometheus: what clients asked, what left the machine, what came back.
enum HelperMetrics {
    private static let program = "placemark_nominatim"

    static func text(_ health: GeocodingService.Health, _ process: ProcessFigures?) -> String {
        families(health, process).map(\.text).joined()
    }

    private static func families(_ health: GeocodingService.Health, _ process: ProcessFigures?) -> [MetricFamily] {
        let (figures, cache) = (health.figures, health.cache)
        return [
            MetricFamily(
                "answers_total", .counter, "Requests of clients, by how they ended", by: "outcome", program: program
            ) { (outcome: ServiceFigures.Outcome) in figures.outcomes[outcome, default: 0] },
            MetricFamily(
                "requests_total", .counter, "Requests to the server, by how they ended", by: "outcome", program: program
            ) { (attempt: ServiceFigures.Attempt) in figures.attempts[attempt, default: 0] },
            MetricFamily(
                "sent_total", .counter, "Positions and texts that have left the machine, by how exact they were",
                by: "granularity", program: program
            ) { (granularity: Granularity) in figures.sent[granularity, default: 0] },
            MetricFamily(
                "request_seconds_total", .counter, "Time that the requests to the server took", figures.attemptSeconds,
                program: program),
            MetricFamily(
                "budget_used", .gauge, "Requests in the 24 hours of the daily limit", health.attemptsToday,
                program: program),
            MetricFamily(
                "resting_seconds", .gauge, "Time until the server may be asked again",
                health.refusal?.retryAfter.inSeconds ?? 0, program: program),
            MetricFamily("waiting", .gauge, "Clients that wait for an answer", health.waiting, program: program),
            MetricFamily("cache_hits_total", .counter, "Answers that were in the cache", cache.hits, program: program),
            MetricFamily(
                "cache_misses_total", .counter, "Answers that were not in the cache", cache.misses, program: program),
            MetricFamily("cache_entries", .gauge, "Answers in the cache", cache.entries, program: program),
            MetricFamily(
                "cache_bytes", .gauge, "Size of the answers in the cache", cache.sizeInBytes, program: program),
            MetricFamily(
                "cache_working", .gauge, "1 while the cache works, 0 while the helper goes on without it",
                cache.failure == nil ? 1 : 0, program: program),
            MetricFamily(
                "process_resident_memory_bytes", .gauge, "Resident memory, that of mapped files included",
                process?.residentMemoryInBytes, program: program),
            MetricFamily(
                "process_open_fds", .gauge, "Open file descriptors", process?.openDescriptors, program: program),
        ]
    }
}
