/// Something that one task waits for and others ring, or that rings by itself when a time is over. A ring that comes while
/// nobody waits is heard by the next who does.
actor Alarm {
    private var sleeper: CheckedContinuation<Void, Never>?
    private var timer: (deadline: ContinuousClock.Instant, task: Task<Void, Never>)?
    private var hasRung = false

    func ring() {
        if let sleeper {
            self.sleeper = nil
            sleeper.resume()
        } else {
            hasRung = true
        }
    }

    /// Returns at the next ring, when the task is cancelled, or after `limit`. Sometimes earlier, because an earlier limit has
    /// been waited for before.
    ///
    /// - Parameter limit: nil for none.
    func wait(atMost limit: Duration?) async {
        guard !hasRung, !Task.isCancelled else {
            hasRung = false
            return
        }
        if let limit { ring(by: .now + limit) }
        await withTaskCancellationHandler {
            await withCheckedContinuation { sleeper = $0 }
        } onCancel: {
            Task { await self.ring() }
        }
        hasRung = false
    }

    /// Has the timer ring at a moment, or earlier. A cancelled sleep takes its memory until its time is over; so the timer that
    /// runs is not replaced at each ring.
    private func ring(by deadline: ContinuousClock.Instant) {
        if let timer, timer.deadline <= deadline { return }
        timer?.task.cancel()
        let task = Task { [weak self] in
            guard (try? await Task.sleep(until: deadline, clock: .continuous)) != nil else { return }
            await self?.timeIsOver()
        }
        timer = (deadline, task)
    }

    private func timeIsOver() {
        timer = nil
        ring()
    }

    deinit { timer?.task.cancel() }
}
