/// The metrics of the process.
///
/// They have the daemon's prefix, and not the usual `process_`: node_exporter, which reads the text file, has metrics
/// of those names about itself, and refuses a second set.
///
/// With each place that the box comes to more of the world file is in memory, and each fix under way costs processor time:
/// both are for precise readers.
extension MetricsReport {
    static func families(of process: ProcessFigures?, version: String) -> [MetricFamily] {
        [
            MetricFamily(
                "process_resident_memory_bytes", .gauge, "Resident memory, that of mapped files included",
                process?.residentMemoryInBytes
            ).forPreciseReaders,
            MetricFamily(
                "process_cpu_seconds_total", .counter, "Processor time, user and system",
                process?.processorTimeInSeconds
            ).forPreciseReaders,
            MetricFamily(
                "process_start_time_seconds", .gauge, "When the process was started, in seconds since 1970",
                process?.startTimeInSeconds),
            MetricFamily("process_open_fds", .gauge, "Open file descriptors", process?.openDescriptors),
            MetricFamily(
                "process_max_fds", .gauge, "The most file descriptors that may be open", process?.mostDescriptors),
            MetricFamily(
                "build_info", .gauge, "Always 1: the version is a label", samples: [.init(["version": version], 1)]),
        ]
    }
}
