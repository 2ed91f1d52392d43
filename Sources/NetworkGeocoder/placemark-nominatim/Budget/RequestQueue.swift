import PlacemarkModel

/// The questions that wait for their turn: first the daemon's own, then those of clients, each in the order in which they
/// came. Those who ask the same share one place.
///
/// Bounded twice: in number, and in time: who cannot get an answer within the deadline is told so at once. Some places are
/// left to the daemon.
struct RequestQueue<Waiter: Hashable & Sendable>: Sendable {
    struct Entry: Hashable, Sendable {
        let query: PlaceQuery
        fileprivate(set) var waiters: [Waiter]
    }

    /// Different questions that may wait. With a server on this machine, which needs no interval, that many are answered
    /// within the deadline at 30 ms each.
    static var mostEntries: Int { 64 }
    /// Clients that may wait for the same answer.
    static var mostWaiters: Int { 1024 }
    /// Questions, and waiters, that are left to the daemon: it asks one at a time, and once more after it has left off.
    static var reserve: Int { 8 }

    /// What is left for the request itself, of a deadline.
    static func leastTime(within deadline: Duration) -> Duration { min(.milliseconds(500), deadline / 4) }

    private(set) var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }
    var waiterCount: Int { entries.reduce(0) { $0 + $1.waiters.count } }

    /// Puts a client at the end, the daemon behind its own questions, and either beside those who ask the same.
    ///
    /// - Parameters:
    ///   - turn: how long each place takes.
    ///   - firstWait: until the first one may be asked for.
    ///   - deadline: how long the client waits.
    /// - Returns: false when there is no room, or no answer within the deadline.
    mutating func append(
        _ waiter: Waiter, for query: PlaceQuery, turn: Duration, firstWait: Duration, deadline: Duration
    ) -> Bool {
        let isDaemon = query.asker == .daemon
        let reserve = isDaemon ? 0 : Self.reserve
        guard waiterCount < Self.mostWaiters - reserve else { return false }
        if let index = entries.firstIndex(where: { $0.query == query }) {
            entries[index].waiters.append(waiter)
            return true
        }
        // What remains after its turn has come must be enough for the request itself.
        let latestTurn = deadline - Self.leastTime(within: deadline)
        let ahead = isDaemon ? entries.prefix { $0.query.asker == .daemon }.count : entries.count
        guard entries.count < Self.mostEntries - reserve, firstWait + turn * ahead < latestTurn else { return false }
        entries.insert(Entry(query: query, waiters: [waiter]), at: ahead)
        return true
    }

    /// Takes the one whose turn it is.
    mutating func popFirst() -> Entry? { entries.isEmpty ? nil : entries.removeFirst() }

    /// Puts one back whose question has to be asked in other words. Its clients have waited the longest of all.
    mutating func putBack(_ entry: Entry, keeping isWaiting: (Waiter) -> Bool) {
        let waiters = entry.waiters.filter(isWaiting)
        guard !waiters.isEmpty else { return }
        if let index = entries.firstIndex(where: { $0.query == entry.query }) {
            entries[index].waiters.insert(contentsOf: waiters, at: 0)
        } else {
            entries.insert(Entry(query: entry.query, waiters: waiters), at: 0)
        }
    }

    /// Takes a client that has left off, and its question too when nobody else asks it.
    mutating func remove(_ waiter: Waiter) {
        for index in entries.indices.reversed() {
            entries[index].waiters.removeAll { $0 == waiter }
            if entries[index].waiters.isEmpty { entries.remove(at: index) }
        }
    }

    /// Takes all off who ask for the daemon, or for clients.
    mutating func removeAll(for asker: GeocodeAsker) -> [Entry] {
        defer { entries.removeAll { $0.query.asker == asker } }
        return entries.filter { $0.query.asker == asker }
    }
}
