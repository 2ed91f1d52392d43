import Logging
import PlacemarkModel
import Reporting

/// What the log hears: each change once.
extension Reporter {
    func sayDelivery(of name: String, refused: [String]) {
        if let reason = refused.first { log.warning("sink \(name): \(refused.count) reports set aside: \(reason)") }
        let failure = posts[name]?.schedule.failure
        guard failure != posts[name]?.saidFailure else { return }
        posts[name]?.saidFailure = failure
        posts[name]?.failedAt = failure == nil ? nil : clocks.wall()
        if let failure {
            log.warning("sink \(name): \(failure); \(outbox.count(of: name)) reports wait")
        } else {
            log.info("sink \(name): reports are delivered again")
        }
    }

    /// What a sink with Precision=precise is told where this service may not know it.
    static let reduced =
        "the positions are only right to about 3 km, and nothing is told of regions, visits and streets, because the user"
        + " placemark-report is not in the group placemark-precise: “sudo adduser placemark-report placemark-precise”, and then"
        + " “sudo systemctl restart placemark-report”"

    func sayPrecision(isReduced: Bool) {
        guard isReduced != self.isReduced else { return }
        self.isReduced = isReduced
        if isReduced {
            log.warning("sinks with Precision=precise: \(Self.reduced)")
        } else {
            log.info("sinks with Precision=precise get precise positions again")
        }
    }

    func sayOutbox() {
        let failure = outbox.figures.failure
        guard failure != saidOutboxFailure else { return }
        saidOutboxFailure = failure
        if let failure {
            log.error("outbox: \(failure): what happens meanwhile is lost (\(outbox.path))")
        } else {
            log.info("outbox: works again; \(outbox.figures.unwritten) reports were lost meanwhile")
        }
    }

    /// What has to be done now and then: old reports go, and the log hears what was dropped.
    func clean() {
        outbox.dropExpired(at: outbox.bootTime.time(of: clocks.boot()))
        for name in posts.keys.sorted() {
            guard let dropped = outbox.state(of: name)?.dropped, let said = posts[name]?.saidDropped else { continue }
            if dropped > said { log.warning("sink \(name): \(dropped - said) reports dropped by Retention") }
            posts[name]?.saidDropped = dropped
        }
        sayOutbox()
    }

    /// The totals that the log need not repeat, and what nobody will ever send.
    func begin() {
        for name in posts.keys { posts[name]?.saidDropped = outbox.state(of: name)?.dropped ?? 0 }
        for name in outbox.sinks where posts[name] == nil {
            let count = outbox.count(of: name)
            guard count > 0 else { continue }
            log.warning("outbox: \(count) reports wait for a sink \(name) that is no longer configured")
        }
        sayOutbox()
    }
}
