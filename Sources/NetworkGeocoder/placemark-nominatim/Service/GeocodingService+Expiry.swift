extension GeocodingService {
    /// Deletes the answers that have expired, at once and each hour, until the task is cancelled: they tell where the machine
    /// was, and nobody may ever ask for them again.
    func deleteExpiredAnswers() async {
        // A machine whose clock stops with it may be hours behind when it starts.
        var isClockSet = false
        while !Task.isCancelled {
            caches.deleteExpired(at: surroundings.wallClock(), isClockSet: isClockSet)
            await surroundings.sleep(.seconds(3600))
            isClockSet = true
        }
    }
}
