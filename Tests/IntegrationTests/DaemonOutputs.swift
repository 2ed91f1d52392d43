import Foundation
import PlacemarkModel
import TestSupport
import TestConditions
import Testing

/// What a daemon has let out of its hands, wherever somebody may look for it.
struct DaemonOutputs {
    /// Where it has been, as far as it is known.
    var canaries: [Canary] = []
    var log = ""
    /// As precise readers get them, and as they stand in a file for node_exporter.
    var metrics = ""
    /// The arguments and the environment of its processes.
    var processes = ""
    /// How many processes it has started.
    var children = 0
    /// The names of what is in its directories.
    var files: [String] = []

    /// What tells a coordinate, and where.
    var findings: [String] {
        func traces(_ text: String) -> [String] { canaries.flatMap { $0.traces(in: text) }.map(String.init) }
        // An age or a processor time has decimals, too.
        let figures = metrics.split(separator: "\n").filter { !$0.contains(/_seconds(_total)?(\{.*\})? [-+.0-9e]+$/) }
            .joined(separator: "\n")
        var findings = LogPrivacy.suspiciousLines(log).map { "in the log: \($0)" }
        findings += traces(log).map { "in the log: \($0)" }
        findings += LogPrivacy.suspiciousLines(figures).map { "in a metric: \($0)" }
        findings += traces(figures).map { "in a metric: \($0)" }
        findings += traces(processes).map { "in an argument or the environment: \($0)" }
        if children > 0 { findings.append("in \(children) processes that it has started, where nobody looks") }
        findings += files.filter { $0.contains(/^core($|\.)/) }.map { "a core file: \($0)" }
        return findings
    }
}

extension DaemonOutputs {
    /// Collects them, and ends the daemon: as a crash does, so that a core file would be left.
    ///
    /// - Parameters:
    ///   - visited: where the daemon is known to have been. It may not answer any more.
    ///   - directories: its own one, which may hold a file of metrics, and that of its state.
    init(endOf process: ChildProcess, socket: String, visited: Coordinate?, directories: [String]) {
        var coordinates = [visited]
        if process.isRunning {
            process.signal(SIGCONT)
            let status = UnixSocket.answer(to: "status", at: socket)
            coordinates.append(
                status.flatMap { try? JSONDecoder().decode(Status.self, from: Data($0.utf8)) }?.location?.coordinate)
            metrics = UnixSocket.answer(to: "metrics", at: socket) ?? ""
            let tree = Self.tree(process.identifier)
            for process in tree {
                // Of another user's process, and of one that makes no cores, only root may read the environment.
                for file in ["cmdline", "environ"] { processes += Self.text("/proc/\(process)/\(file)") ?? "" }
            }
            let daemons = tree.filter { Self.text("/proc/\($0)/comm") == "placemarkd\n" }
            children = daemons.reduce(0) { $0 + Self.tree($1).count - 1 }
            // They would keep its end from being seen.
            for child in tree.dropFirst() { kill(child, SIGKILL) }
            // What has launched the daemon and waits for it makes cores like everybody.
            process.terminate(daemons.contains(process.identifier) ? SIGABRT : SIGKILL)
        }
        canaries = coordinates.compactMap { $0.map(Canary.init) }
        log = process.completeStandardOutput + process.completeStandardError
        for directory in directories {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
            files += names
            for name in names where name.hasSuffix(".prom") { metrics += Self.text("\(directory)/\(name)") ?? "" }
        }
    }

    /// A process and all that descend from it.
    private static func tree(_ process: pid_t) -> [pid_t] {
        [process] + ProcessTree.children(of: process).flatMap(tree)
    }

    private static func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}

@Suite("What a daemon has let out of its hands", .tags(.waits))
struct DaemonOutputsTests {
    private static let vaduz = Canary(Coordinate(clampingLatitude: 47.1413579, wrappingLongitude: 9.5212468))

    @Test(
        "a coordinate is found wherever it is",
        arguments: [
            DaemonOutputs(log: "debug: at 47.1413579\n"), DaemonOutputs(log: "debug: at 471413579e-7\n"),
            DaemonOutputs(metrics: "placemarkd_latitude 47.1413579\n"),
            DaemonOutputs(metrics: "placemarkd_cells{at=\"471413579\"} 1\n"),
            DaemonOutputs(processes: "helper\0--at\047.1413579,9.5212468\0"),
            DaemonOutputs(processes: "PLACE=0931.2748,E\0"), DaemonOutputs(children: 1),
            DaemonOutputs(files: ["state", "core"]), DaemonOutputs(files: ["core.4711"]),
        ])
    func leak(outputs: DaemonOutputs) {
        var outputs = outputs
        outputs.canaries = [Self.vaduz]
        #expect(outputs.findings.count > 0)
    }

    @Test("and what else there is, is none")
    func clean() {
        let outputs = DaemonOutputs(
            canaries: [Self.vaduz], log: "geocoding deferred: due in 9.521 s\nconnected to gpsd at 127.0.0.1:47141\n",
            metrics: "placemarkd_fix_age_seconds 9.52124681\nplacemarkd_fixes_total{outcome=\"accepted\"} 471\n",
            processes: "placemarkd\0--gpsd\0127.0.0.1:47141\0VERSION=1.23456\0", files: ["coreutils", "state"])
        #expect(outputs.findings == [])
    }
}
