/// Something that one task waits for and others ring, or that rings by itself when a time is over. A ring that comes while
/// nobody waits is heard by the next who does.
actor Alarm {
    private var sleeper: CheckedContinuation<Void, Never>?
    private var timer: Task<Void, Never>?
    private var hasRung = false

    func ring() {
        timer?.cancel()
        timer = nil
        if let sleeper {
            self.sleeper = nil
            sleeper.resume()
        } else {
            hasRung = true
        }
    }

    /// Returns at the next ring, after `limit`, or when the task is cancelled.
    ///
    /// - Parameter limit: nil for none.
    func wait(atMost limit: Duration?) async {
        guard !hasRung, !Task.isCancelled else {
            hasRung = false
            return
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                sleeper = continuation
                guard let limit else { return }
                timer = Task { [weak self] in
                    guard (try? await Task.sleep(for: limit)) != nil else { return }
                    await self?.ring()
                }
            }
        } onCancel: {
            Task { await self.ring() }
        }
        hasRung = false
    }
}
