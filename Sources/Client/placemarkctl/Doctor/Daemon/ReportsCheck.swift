import Files
import FoundationEssentials
import PlacemarkClient
import PlacemarkModel

/// Whether the reports to other systems go out. There is nothing to find where no sink is set up.
struct ReportsCheck {
    /// What placemark-report says of itself.
    enum Answer {
        case report(ReporterReport)
        /// Only root may ask.
        case notAllowed
        case none
    }

    /// How many sinks the operator has set up.
    let sinkCount: Int
    let answer: Answer

    var finding: DoctorFinding {
        let sinks = sinkCount == 1 ? "1 sink is set up" : "\(sinkCount) sinks are set up"
        switch answer {
        case .notAllowed:
            return .notice(
                .reports, "\(sinks); whether reports arrive, only root may ask.", advice: "Ask:",
                "sudo placemarkctl reports")
        case .none:
            return .wrong(
                .reports, "\(sinks), and placemark-report does not answer.", advice: "Start it, and see what it says:",
                "sudo systemctl enable --now placemark-report.service", "systemctl status placemark-report.service")
        case .report(let report):
            if let failure = report.outboxFailure {
                return .wrong(
                    .reports, "the outbox does not work: \(failure). What happens meanwhile is not reported.",
                    advice: "The log says more:", "journalctl --unit placemark-report.service")
            }
            let failing = report.sinks.filter { $0.state == .failing }
            if !failing.isEmpty {
                let words = failing.map { "\($0.name) (\($0.error ?? "")), \($0.waiting) reports wait" }
                return .wrong(
                    .reports, "no delivery to \(words.joined(separator: "; ")).",
                    advice: "Each sink's state, and a report to try it:", "sudo placemarkctl reports",
                    "sudo placemarkctl reports test \(failing[0].name)")
            }
            let warned = report.sinks.filter { $0.warnings?.isEmpty == false }
            if let first = warned.first {
                let words = warned.map { "\($0.name): \(($0.warnings ?? []).joined(separator: "; "))" }
                return .wrong(
                    .reports, words.joined(separator: ". ") + ".", advice: "When that is done, try it:",
                    "sudo placemarkctl reports test \(first.name)")
            }
            let waiting = report.sinks.reduce(0) { $0 + $1.waiting }
            return .ok(.reports, "\(report.sinks.count) of \(sinkCount) sinks are served; \(waiting) reports wait")
        }
    }

    /// Nil where there is no sink.
    static func observe(directory: String, socket: String) async -> ReportsCheck? {
        let names = (try? DirectoryNames.read(directory)) ?? []
        let count = names.count { $0.hasSuffix(".conf") && !$0.isHidden }
        guard count > 0 else { return nil }
        do throws(PlacemarkClientError) {
            let line = try await PlacemarkClient(socketPath: socket).answer(to: "reports")
            let report = try? JSONDecoder().decode(ReporterReport.self, from: Data(line))
            return ReportsCheck(sinkCount: count, answer: report.map { .report($0) } ?? .none)
        } catch {
            let isForbidden = if case .refused(code: "forbidden", _) = error { true } else { false }
            return ReportsCheck(sinkCount: count, answer: isForbidden ? .notAllowed : .none)
        }
    }
}
