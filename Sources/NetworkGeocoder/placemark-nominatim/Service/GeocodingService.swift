import CurlClient
import PlacemarkModel

/// Answers what clients ask: from the cache, or from the server when the budget and the queue let it.
///
/// One request is under way at a time. What it brings goes into the cache and to everybody who has asked for the same.
actor GeocodingService {
    struct Settings: Hashable, Sendable {
        var provider = Provider.nominatim
        /// Scheme, host and path before `/reverse`, without a slash at its end; nil when there is none.
        var server: String?
        var accessKey: SecretText?
        var budget = RequestBudget.Settings()
        /// From a client's request to its answer. Below the daemon's 3 s, so that the daemon hears why.
        var deadline: Duration = .milliseconds(2700)
    }

    /// Gets a page: libcurl, or what a test has instead.
    typealias Fetch = @Sendable (_ address: String) async -> Result<CurlReply, ProviderError>

    /// The clocks, and what is kept.
    struct Surroundings: Sendable {
        var now: @Sendable () -> BootInstant
        var wallClock: @Sendable () -> Timestamp
        /// Waits for so long, or less when the task is cancelled.
        var sleep: @Sendable (Duration) async -> Void
        /// Keeps what the next process must know of the budget. Returns whether it is safe.
        var save: @Sendable (RequestBudget.Memory) -> Bool
        var log: @Sendable (String) -> Void
    }

    private let settings: Settings
    private let fetch: Fetch
    let surroundings: Surroundings
    let caches: Caches
    private var budget: RequestBudget
    /// Whether the budget could be saved when that was tried last.
    private var isKept = true
    private var queue = RequestQueue<Int>()
    private var waiting: [Int: CheckedContinuation<Result<[FoundPlace], ServiceError>, Never>] = [:]
    private var lastWaiter = 0
    private var isAsking = false
    /// How long the server takes, as the last requests have shown.
    private var usualTime = Duration.zero
    private(set) var figures = ServiceFigures()
    private var news = ServerNews()
    private var languages = KnownLanguages()

    init(
        _ settings: Settings, budget: RequestBudget, caches: sending Caches, surroundings: Surroundings,
        fetch: @escaping Fetch
    ) {
        self.settings = settings
        self.budget = budget
        self.caches = caches
        self.surroundings = surroundings
        self.fetch = fetch
    }

    /// The places that the server, or the cache, has for a question; at least one.
    func places(for query: PlaceQuery) async throws(ServiceError) -> [FoundPlace] {
        do throws(ServiceError) {
            let places = try await answer(query)
            figures.count(nil)
            return places
        } catch {
            figures.count(error)
            throw error
        }
    }

    private func answer(_ query: PlaceQuery) async throws(ServiceError) -> [FoundPlace] {
        guard let server = settings.server else { throw .unconfigured }
        let key = CacheKey.text(of: query, provider: settings.provider, server: server)
        if let places = caches[query.asker].places(for: key, at: surroundings.wallClock()) {
            if places.isEmpty { throw .noPlace }
            return places
        }
        var firstWait = Duration.zero
        switch budget.verdict(for: query.asker, at: surroundings.now()) {
        case .refuse(let refusal): throw .refused(refusal)
        case .wait(let wait): firstWait = wait
        // The one under way counts as its interval, which has begun.
        case .ask: break
        }
        if query.asker == .client, !leavesTimeForDaemon { throw .crowded }
        lastWaiter += 1
        let waiter = lastWaiter
        guard
            queue.append(
                waiter, for: query, turn: turn, firstWait: firstWait, deadline: settings.deadline)
        else { throw .crowded }
        startAsking()
        let alarm = Task { [deadline = settings.deadline, sleep = surroundings.sleep] in
            await sleep(deadline)
            if !Task.isCancelled { self.end(waiter, .failure(.timeout)) }
        }
        defer { alarm.cancel() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting[waiter] = continuation
                if Task.isCancelled { end(waiter, .failure(.cancelled)) }
            }
        } onCancel: {
            Task { await self.end(waiter, .failure(.cancelled)) }
        }
        return try result.get()
    }

    /// How long each question takes at present: the interval, or the server's own time where that is longer, and a little
    /// for everything between two questions.
    private var turn: Duration { max(settings.budget.interval, usualTime) * 1.05 }

    /// Whether the daemon's own question, should it come right behind one of a client, would be answered in time. How long the
    /// server takes is asked for anew when nothing has been sent for a minute.
    private var leavesTimeForDaemon: Bool {
        let isKnown = budget.lastAttempt.duration(to: surroundings.now()) < .seconds(60)
        let usualTime = isKnown ? usualTime : .zero
        let own = max(usualTime, RequestQueue<Int>.leastTime(within: settings.deadline))
        return max(settings.budget.interval, usualTime) + own < settings.deadline
    }

    /// Answers a client that waits, and takes it off the queue.
    private func end(_ waiter: Int, _ result: Result<[FoundPlace], ServiceError>) {
        guard let continuation = waiting.removeValue(forKey: waiter) else { return }
        queue.remove(waiter)
        continuation.resume(returning: result)
    }

    private func startAsking() {
        guard !isAsking else { return }
        isAsking = true
        Task { await self.askAll() }
    }

    /// Asks for one after the other, until nobody waits.
    private func askAll() async {
        defer { isAsking = false }
        while let asker = queue.entries.first?.query.asker {
            switch budget.verdict(for: asker, at: surroundings.now()) {
            // The daemon may come before the client whose turn it is now.
            case .wait(let wait): await surroundings.sleep(wait)
            case .refuse(let refusal):
                for entry in queue.removeAll(for: asker) {
                    for waiter in entry.waiters { end(waiter, .failure(.refused(refusal))) }
                }
            case .ask:
                guard let entry = queue.popFirst() else { return }
                let result = await ask(entry.query)
                // Once more without a language: a name in another one is better than none.
                if case .failure(.provider(.languageUnknown)) = result {
                    queue.putBack(entry) { waiting[$0] != nil }
                    continue
                }
                for waiter in entry.waiters { end(waiter, result) }
            }
        }
    }

    /// One attempt.
    private func ask(_ query: PlaceQuery) async -> Result<[FoundPlace], ServiceError> {
        guard let server = settings.server else { return .failure(.unconfigured) }
        let key = CacheKey.text(of: query, provider: settings.provider, server: server)
        // It may have been answered while this one waited.
        if let places = caches[query.asker].places(for: key, at: surroundings.wallClock()) {
            return places.isEmpty ? .failure(.noPlace) : .success(places)
        }
        let start = surroundings.now()
        var counted = budget
        counted.attempt(for: query.asker, at: start)
        // Before it is sent: whatever ends this process, the next one knows of it. What the next one would not know of is not
        // sent, or a helper that is started again and again would keep to no interval, limit or circuit.
        isKept = surroundings.save(counted.memory)
        if let refusal = unkept { return .failure(.refused(refusal)) }
        budget = counted
        figures.sent[query.granularity, default: 0] += 1
        let asked = languages.askable(query, of: settings.provider)
        let reply = await fetch(server + settings.provider.target(of: asked, accessKey: settings.accessKey))
        let now = surroundings.now()
        var result = Self.places(in: reply, to: query, of: settings.provider)
        if case .failure(.languageUnknown) = result, !languages.refused(asked, of: settings.provider) {
            result = .failure(.declined(status: 400))
        }
        let error: ProviderError? = if case .failure(let error) = result { error } else { nil }
        budget.ended(error, for: query.asker, at: now, wallClock: surroundings.wallClock())
        if error != nil { isKept = surroundings.save(budget.memory) }
        figures.count(attempt: error, seconds: start.duration(to: now).inSeconds)
        let time = start.duration(to: now)
        usualTime = usualTime == .zero ? time : (usualTime * 3 + time) / 4
        for line in news.lines(of: budget, after: error, at: now) { surroundings.log(line) }
        switch result {
        case .success(let places):
            caches[query.asker].store(places, for: key, at: surroundings.wallClock())
            return .success(places)
        case .failure(.noResult):
            caches[query.asker].store([], for: key, at: surroundings.wallClock())
            return .failure(.noPlace)
        case .failure(let error): return .failure(.provider(error))
        }
    }

    /// Why nothing is sent while the budget cannot be saved; nil when it can, or when there is nothing that is bounded.
    private var unkept: RequestBudget.Refusal? {
        isKept || !settings.budget.isBounded
            ? nil : RequestBudget.Refusal(reason: .notKept, retryAfter: RequestBudget.pauseAfterLoss)
    }

    private static func places(
        in reply: Result<CurlReply, ProviderError>, to query: PlaceQuery, of provider: Provider
    ) -> Result<[FoundPlace], ProviderError> {
        do throws(ProviderError) {
            return .success(try provider.places(in: try reply.get(), to: query))
        } catch {
            return .failure(error)
        }
    }
}

extension GeocodingService {
    /// How it is, for the health page and the metrics.
    struct Health: Hashable, Sendable {
        var refusal: RequestBudget.Refusal?
        var attemptsToday: Int
        var waiting: Int
        var figures: ServiceFigures
        var cache: GeocoderHealthReport.Cache
    }

    var health: Health {
        let now = surroundings.now()
        var refusal = unkept
        if case .refuse(let it) = budget.verdict(for: .daemon, at: now) { refusal = it }
        return Health(
            refusal: refusal, attemptsToday: budget.attempts(at: now), waiting: waiting.count, figures: figures,
            cache: caches.figures)
    }

    /// Forgets all answers. Returns how many there were; nil when the cache does not work.
    func clearCache() -> Int? { caches.clear() }
}

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
