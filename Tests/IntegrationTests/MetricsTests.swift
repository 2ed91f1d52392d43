import Foundation
import PlacemarkClient
import PlacemarkModel
import Simulation
import TestSupport
import TestConditions
import Testing

/// The metrics of the real daemon, read by the real tools.
@Suite("Metrics for Prometheus", .timeLimit(.minutes(3)), .tags(.waits))
struct MetricsTests {
    /// 2026-11-20T08:00:00Z
    private static let start = Timestamp(nanosecondsSinceEpoch: 1_795_161_600_000_000_000)

    /// Asks for the metrics, and lets promtool look at them: it complains about the format, and about names, units and
    /// help texts that are not as Prometheus' conventions have them.
    private func metrics(of daemon: RunningDaemon) async throws -> [String: Double] {
        let script = #"printf 'metrics\n' | nc -U "$0" | tee "$1" | promtool check metrics"#
        let file = daemon.directory.file("metrics")
        let check = try await Programs.run("bash", ["-o", "pipefail", "-c", script, daemon.socket, file])
        #expect(check.status == 0 && check.output.isEmpty && check.errors.isEmpty, "\(check.output)\(check.errors)")
        return samples(try #require(daemon.directory.contents("metrics")))
    }

    /// The samples of a text, by what stands before the value.
    private func samples(_ text: String) -> [String: Double] {
        text.split(separator: "\n").filter { $0.hasPrefix("placemarkd_") }.reduce(into: [:]) { samples, line in
            guard let space = line.lastIndex(of: " ") else { return }
            samples[String(line[..<space])] = Double(line[line.index(after: space)...])
        }
    }

    @Test("without a receiver promtool has nothing to say, and the process's figures are the kernel's")
    func empty() async throws {
        let daemon = try await RunningDaemon(gpsdPort: 1)
        _ = try await daemon.status("the refusal") { $0.source.state == .disconnected }
        let samples = try await metrics(of: daemon)
        #expect(samples["placemarkd_source_state{state=\"disconnected\"}"] == 1)
        #expect(samples["placemarkd_fixes_total{outcome=\"accepted\"}"] == 0)
        #expect(samples.values.allSatisfy { $0.isFinite })

        let proc = "/proc/\(daemon.process.identifier)"
        // The connection that asked was open then; those that asked before it may take a moment to close.
        let agrees = await poll(atMost: .seconds(10)) { [self] in
            let counted = (try? await metrics(of: daemon))?["placemarkd_process_open_fds"] ?? 0
            let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "\(proc)/fd").count) ?? 0
            return abs(counted - Double(descriptors)) <= 2
        }
        #expect(agrees, "the number of descriptors is never the kernel's")
        // The first requests need more of it, so that the two must look at the same time.
        let isResident = await poll(atMost: .seconds(10)) { [self] in
            let told = (try? await metrics(of: daemon))?["placemarkd_process_resident_memory_bytes"] ?? 0
            guard let use = try? ProcessUse(of: daemon.process.identifier) else { return false }
            return abs(told / (Double(use.residentKibibytes) * 1024) - 1) < 0.2
        }
        #expect(isResident, "the resident memory is never the kernel's")
        // The kernel counts in ticks of 10 ms: a daemon that has just started may have used none.
        let isCounted = await poll(atMost: .seconds(10)) { [self] in
            let told = (try? await metrics(of: daemon))?["placemarkd_process_cpu_seconds_total"] ?? 0
            guard let use = try? ProcessUse(of: daemon.process.identifier) else { return false }
            return told > 0 && told < use.processorTime.inSeconds + 0.005
        }
        #expect(isCounted, "the processor time is never the kernel's")
        let age = Date().timeIntervalSince1970 - (try #require(samples["placemarkd_process_start_time_seconds"]))
        #expect((-2...120).contains(age))
        let version = try await Programs.run("placemarkd", ["--version"]).output.split(separator: "\n")[0]
        #expect(samples["placemarkd_build_info{version=\"\(version)\"}"] == 1)
    }

    @Test("under load they are clean, and add up: each report of a real gpsd is accepted or has its reason")
    func session() async throws {
        let gpsd = try await RealGPSD()
        let witness = try ChildProcess(
            "/bin/bash",
            [
                "-c",
                #"exec 3<>/dev/tcp/127.0.0.1/$0; printf '?WATCH={"enable":true,"json":true};\n' >&3; exec cat <&3"#,
                "\(gpsd.port)",
            ])
        let daemon = try await RunningDaemon(
            gpsdPort: gpsd.port, configuration: "[Geocoding]\nInterval=100ms\nDistance=100m\n")
        #expect(await poll(atMost: .seconds(10)) { witness.standardOutput.contains("WATCH") })
        _ = try await daemon.status("the receiver") { $0.source.device == gpsd.device }
        let watchers = try (0..<5).map { _ in
            try ChildProcess("/bin/bash", ["-c", #"exec nc -U "$0" <<< watch > /dev/null"#, daemon.socket])
        }
        let waiting = try ChildProcess(
            "/bin/bash", ["-c", #"exec nc -U "$0" <<< 'location wait 5min accuracy 0.001m'"#, daemon.socket])

        // A drive, a tunnel without a position, the place 0° N, 0° E, and a jump of some thousand kilometres.
        let drive = Array(
            Drive(
                from: vaduz, to: Coordinate(clampingLatitude: 47.2, wrappingLongitude: vaduz.longitude),
                speedInKilometersPerHour: 100, startingAt: Self.start))
        let elsewhere = Coordinate(clampingLatitude: -18.14, wrappingLongitude: 178.44)
        let nowhere = Coordinate(clampingLatitude: 0, wrappingLongitude: 0)
        for (index, var state) in drive.enumerated() {
            if 50..<60 ~= index { state.fix = nil }
            if 70..<75 ~= index { state.fix?.coordinate = nowhere }
            if index == 90 { state.fix?.coordinate = elsewhere }
            gpsd.feed(NMEAEpoch(state).bytes)
            if index.isMultiple(of: 50) { _ = try await metrics(of: daemon) }
            _ = try await Programs.run(
                "nc", ["-U", daemon.socket], input: index.isMultiple(of: 2) ? "city\n" : "what\n")
        }

        @Sendable func reports() -> Double {
            Double(witness.standardOutput.split(whereSeparator: \.isNewline).count { $0.contains(#""class":"TPV""#) })
        }
        @Sendable func outcomes(_ samples: [String: Double]) -> [String: Double] {
            samples.filter { $0.key.hasPrefix("placemarkd_fixes_total") }
        }
        let addsUp = await poll(every: .milliseconds(200), atMost: .seconds(10)) {
            guard let samples = try? await metrics(of: daemon) else { return false }
            return outcomes(samples).values.reduce(0, +) == reports() && reports() > Double(drive.count)
        }
        // By now a question that had to wait for its interval has been asked: nothing changes between two looks.
        _ = try await daemon.status("silence") { $0.source.state != .live }
        let samples = try await metrics(of: daemon)
        #expect(addsUp, "\(outcomes(samples)), and gpsd has made \(reports()) reports")
        for (outcome, range) in [("accepted", 100.0...1000), ("noFix", 8...10), ("nullIsland", 5...10)] {
            #expect(range.contains(samples["placemarkd_fixes_total{outcome=\"\(outcome)\"}"] ?? 0), "\(outcome)")
        }

        let status = try await daemon.client.status()
        let requested = samples.filter { $0.key.hasPrefix("placemarkd_geocode_requests_total") }
        #expect(requested.values.reduce(0, +) == Double(status.geocoding?.requests ?? -1))
        #expect(requested.values.reduce(0, +) > 5)
        #expect(
            samples["placemarkd_geocode_results_total{result=\"answered\"}"] == requested.values.reduce(0, +))
        #expect(samples["placemarkd_geocode_requests_saved_total"] == Double(status.geocoding?.saved ?? -1))
        #expect(samples["placemarkd_gpsd_connections_total"] == 1)
        #expect(samples["placemarkd_subscribers"] == 5)
        #expect(samples["placemarkd_requests_waiting"] == 1)
        #expect(samples["placemarkd_requests_total{outcome=\"answered\",request=\"watch\"}"] == 5)
        let asked = Double(drive.count)
        #expect(
            samples["placemarkd_requests_total{outcome=\"refused\",request=\"unknown\"}"] == (asked / 2).rounded(.down))
        let cities = samples.filter { $0.key.contains("request=\"city\"") }
        #expect(cities.values.reduce(0, +) == (asked / 2).rounded(.up))
        #expect(try #require(samples["placemarkd_fix_age_seconds"]) < 60)
        #expect(try #require(samples["placemarkd_file_writes_total{file=\"state\"}"]) > 0)

        for client in watchers + [waiting] { client.terminate(SIGKILL) }
        let gone = await poll(every: .milliseconds(100), atMost: .seconds(10)) {
            guard let samples = try? await metrics(of: daemon) else { return false }
            return samples["placemarkd_subscribers"] == 0 && samples["placemarkd_connections"] == 1
        }
        #expect(gone)
        gpsd.kill()
        let again = try await RealGPSD(port: gpsd.port)
        let reconnected = await poll(every: .milliseconds(200), atMost: .seconds(20)) {
            (try? await metrics(of: daemon))?["placemarkd_gpsd_connections_total"] == 2
        }
        #expect(reconnected)
        withExtendedLifetime(again) {}
    }

    @Test("docs/admin/metrics.md: a real Prometheus gets them from a real node_exporter, and knows the alerts")
    func nodeExporter() async throws {
        let directory = try TemporaryDirectory()
        let document = try Markdown("docs/admin/metrics.md")
        let configuration = try #require(document.block(beginning: "# /etc/placemarkd.conf.d/metrics.conf"))
        let daemon = try await RunningDaemon(
            gpsdPort: 1,
            configuration: configuration.replacing("/var/lib/prometheus/node-exporter", with: directory.path))
        #expect(await poll(atMost: .seconds(20)) { directory.contents("placemarkd.prom") != nil })
        #expect(directory.mode("placemarkd.prom") == 0o644)
        let check = try await Programs.run(
            "bash", ["-c", #"promtool check metrics < "$0""#, directory.file("placemarkd.prom")])
        #expect(check.status == 0 && check.output.isEmpty && check.errors.isEmpty, "\(check.output)\(check.errors)")

        let port = try Loopback.freePort()
        let exporter = try ChildProcess(
            "prometheus-node-exporter",
            [
                "--collector.textfile.directory=\(directory.path)", "--web.listen-address=127.0.0.1:\(port)",
                "--web.disable-exporter-metrics",
            ])
        let url = "http://127.0.0.1:\(port)/metrics"
        let answers = await poll(every: .milliseconds(100), atMost: .seconds(20)) {
            (try? await Programs.run("curl", ["--silent", "--fail", url]))?.status == 0
        }
        try #require(answers, "\(exporter.standardError)")
        let collected = try await Programs.run("curl", ["--silent", url]).output
        #expect(collected.contains("\nnode_textfile_scrape_error 0\n"), "\(exporter.standardError)")
        // What grows by itself is not compared, and numbers may be written otherwise.
        @Sendable func steady(_ samples: [String: Double]) -> [String: Double] {
            samples.filter { !$0.key.contains("process_") && !$0.key.contains("state") }
        }
        // Written again between the two looks, perhaps.
        let isSame = await poll(every: .milliseconds(100), atMost: .seconds(20)) { [self] in
            guard let text = try? await Programs.run("curl", ["--silent", url]).output else { return false }
            let (exported, written) = (samples(text), samples(directory.contents("placemarkd.prom") ?? ""))
            return Set(exported.keys) == Set(written.keys) && steady(exported) == steady(written)
        }
        #expect(isSame, "\(samples(collected)), and \(directory.contents("placemarkd.prom") ?? "nothing")")

        try await scrape(port, directory, document)
        #expect(daemon.process.terminate() == 0)
        #expect(directory.contents("placemarkd.prom") == nil)
    }

    @Test("docs/admin/metrics.md: through socat a real Prometheus scrapes the socket itself")
    func port() async throws {
        let document = try Markdown("docs/admin/metrics.md")
        let daemon = try await RunningDaemon(gpsdPort: 1)
        let port = try Loopback.freePort()
        let command = try #require(document.block(beginning: "socat "))
            .replacing("9477", with: "\(port)").replacing("/run/placemarkd.sock", with: daemon.socket)
        let socat = try ChildProcess("/bin/bash", ["-c", "exec \(command)"])
        let url = "http://127.0.0.1:\(port)/metrics"
        let answers = await poll(every: .milliseconds(50), atMost: .seconds(20)) {
            (try? await Programs.run("curl", ["--silent", "--fail", url]))?.status == 0
        }
        try #require(answers, "\(socat.standardError)")
        let answer = try await Programs.run("curl", ["--silent", "--include", url]).output
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.lowercased().contains("\r\ncontent-type: text/plain; version=0.0.4; charset=utf-8\r\n"))
        let ours = try await metrics(of: daemon)
        #expect(Set(samples(answer).keys) == Set(ours.keys))
        #expect(ours["placemarkd_requests_total{outcome=\"answered\",request=\"metrics\"}"] == 2)
        try await scrape(port, daemon.directory, document)
        let scraped = try await metrics(of: daemon)["placemarkd_connections_total{dialect=\"http\"}"]
        #expect(try #require(scraped) > 2)
        socat.terminate(SIGKILL)
    }

    /// Lets a Prometheus with the rules of the document scrape this port.
    private func scrape(_ target: UInt16, _ directory: TemporaryDirectory, _ document: Markdown) async throws {
        let rules = try #require(document.block(beginning: "# /etc/prometheus/placemarkd.rules.yml"))
        let configuration = try #require(document.block(beginning: "# /etc/prometheus/prometheus.yml"))
        try directory.write("placemarkd.rules.yml", rules)
        try directory.write(
            "prometheus.yml",
            "global: {scrape_interval: 1s}\nrule_files: [placemarkd.rules.yml]\n"
                + configuration.replacing("127.0.0.1:9477", with: "127.0.0.1:\(target)"))
        let port = try Loopback.freePort()
        let prometheus = try ChildProcess(
            "prometheus",
            [
                "--config.file=\(directory.file("prometheus.yml"))", "--storage.tsdb.path=\(directory.file("tsdb"))",
                "--web.listen-address=127.0.0.1:\(port)",
            ])
        @Sendable func query(_ expression: String) async throws -> String {
            try await Programs.run("promtool", ["query", "instant", "http://127.0.0.1:\(port)", expression]).output
        }
        // A scrape may take no longer than its interval: on a busy machine one of them fails, and the next one does not.
        for (expression, result) in [
            ("placemarkd_source_state{state=\"disconnected\"}", "=> 1 @"), ("up", "=> 1 @"),
            ("scrape_samples_post_metric_relabeling > 90", "=>"),
        ] {
            let scraped = await poll(every: .milliseconds(200), atMost: .seconds(30)) {
                (try? await query(expression))?.contains(result) == true
            }
            #expect(scraped, "\(expression): \(prometheus.standardError.suffix(2000))")
        }
    }
}
