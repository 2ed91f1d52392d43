import PlacemarkClient
import PlacemarkModel

/// Keeps a line on a status bar true, whatever becomes of the daemon.
///
/// It asks for the status at each event that may change the line, and once a minute in any case, so that neither an age
/// nor a daemon that hangs goes unseen. A line is written only when it differs from the one before.
actor StatusBar {
    private let client: PlacemarkClient
    private let style: BarStyle
    private var persistence: Persistence
    private let interval, patience: Duration
    private let write: @Sendable (String) throws -> Void
    private var shown: String?

    /// - Parameters:
    ///   - interval: how often to ask without an event.
    ///   - patience: how long an answer may take. The daemon answers from memory, at once.
    init(
        client: PlacemarkClient, style: BarStyle, persistence: Persistence, interval: Duration = .seconds(60),
        patience: Duration = .seconds(10), write: @escaping @Sendable (String) throws -> Void
    ) {
        self.client = client
        self.style = style
        self.persistence = persistence
        self.interval = interval
        self.patience = patience
        self.write = write
    }

    /// Goes on until the daemon has gone for good.
    func run() async throws {
        while true {
            do {
                try await follow()
            } catch let error as PlacemarkClientError {
                try show(BarText(unreachable: error))
                try await Task.sleep(for: persistence.delay(after: error, random: .random(in: 0..<1)))
            }
        }
    }

    /// Shows what comes, and throws when nothing comes any more.
    private func follow() async throws {
        let (client, interval) = (client, interval)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                for try await _ in client.events(WatchFormat.plain.events) { try await self.refresh() }
                throw client.connectionClosed
            }
            tasks.addTask {
                while true {
                    try await Task.sleep(for: interval)
                    try await self.refresh()
                }
            }
            defer { tasks.cancelAll() }
            try await tasks.next()
        }
    }

    private func refresh() async throws {
        let (client, patience) = (client, patience)
        let status = try await withThrowingTaskGroup(of: Status.self) { tasks in
            tasks.addTask { try await client.status() }
            tasks.addTask {
                try await Task.sleep(for: patience)
                throw PlacemarkClientError.notReachable(path: client.socketPath, reason: "placemarkd does not answer")
            }
            defer { tasks.cancelAll() }
            guard let status = try await tasks.next() else { throw client.connectionClosed }
            return status
        }
        persistence.answered()
        try show(BarText(status))
    }

    private func show(_ bar: BarText) throws {
        let line = style.line(bar)
        guard line != shown else { return }
        shown = line
        try write(line)
    }
}
