import PlacemarkModel

/// The answers to the daemon's own questions, and those to clients' questions, each in a file of its own: how fast an answer
/// comes must not tell a client where the box has been, and clients' answers must not take the room of the daemon's.
struct Caches {
    let daemon: PlaceCache
    let client: PlaceCache

    /// - Parameter settings: with the size of both files together.
    init(_ settings: PlaceCache.Settings, directory: String) {
        var half = settings
        half.maximumSizeInBytes /= 2
        daemon = PlaceCache(half, of: .daemon, directory: directory)
        client = PlaceCache(half, of: .client, directory: directory)
    }

    subscript(asker: GeocodeAsker) -> PlaceCache {
        switch asker {
        case .daemon: daemon
        case .client: client
        }
    }

    /// Of both together.
    var figures: GeocoderHealthReport.Cache {
        var figures = daemon.figures
        let other = client.figures
        figures.hits += other.hits
        figures.misses += other.misses
        figures.entries += other.entries
        figures.sizeInBytes += other.sizeInBytes
        figures.setAside += other.setAside
        figures.failure = figures.failure ?? other.failure
        return figures
    }

    /// Deletes the answers that have expired.
    ///
    /// - Parameter isClockSet: false while the clock may be behind.
    func deleteExpired(at now: Timestamp, isClockSet: Bool) {
        for cache in [daemon, client] { cache.deleteExpired(at: now, isClockSet: isClockSet) }
    }

    /// Forgets all answers. Returns how many there were; nil when not all of them can be.
    func clear() -> Int? {
        let (daemon, client) = (daemon.clear(), client.clear())
        guard let daemon, let client else { return nil }
        return daemon + client
    }
}
