/// The best that can be done with at most one request in `interval`: a schedule made by somebody who knows the whole trip
/// beforehand. Like a policy it asks for the newest accepted location, when a fix comes or at any moment after it.
///
/// So it is a bound for the policies that keep the interval, `distance-and-time` and `on-change`. `every-fix` does not,
/// nor does `distance-or-time` when two fixes are far apart.
///
/// Exact, by dynamic programming: what a request is worth depends only on the best schedule that ends an interval
/// earlier, and how long its city stays right afterwards is the same for all requests in the same city. So one number
/// for each city is enough to know the best schedule at any moment. A request that could be made earlier for the same
/// city loses nothing by it; so only those count that follow at once on a fix, or on the end of an interval.
public struct HindsightSchedule: Sendable {
    /// The part of the judged time in which the published city is right; nil when no time is judged.
    public let rightShare: Double?
    /// How many requests it makes: the fewest with which this share can be had.
    public let requests: Int

    public init(_ timeline: CityTimeline, interval: Duration) {
        var search = Search(cityCount: timeline.cityCount, interval: interval)
        var judged = Duration.zero
        for (index, entry) in timeline.entries.enumerated() {
            let length = timeline.judged(index)
            if entry.city != nil { judged += length }
            let next = index + 1 < timeline.entries.count ? timeline.entries[index + 1].at : entry.at
            search.accepted(entry.city, from: entry.at, judgedUntil: entry.at + length, to: next)
        }
        let best = search.best
        rightShare = judged > .zero ? best.right / judged : nil
        requests = best.requests
    }

    /// How good a schedule is up to some moment: more right time is better, then fewer requests.
    private struct Worth: Comparable {
        var right = Duration.zero
        var requests = 0

        func adding(_ time: Duration) -> Worth { Worth(right: right + time, requests: requests) }

        static func < (left: Worth, right: Worth) -> Bool {
            left.right != right.right ? left.right < right.right : left.requests > right.requests
        }
    }

    /// Goes through the trip, and keeps the best schedules so far.
    private struct Search {
        /// A request: its worth, less what its city had had by then. With what the city has had at a later moment, that is
        /// the worth at that moment, as long as nothing else is asked for.
        private struct Request {
            let at: Duration
            let city: Int
            let base: Worth
        }

        private let interval: Duration
        /// How much judged time each city has had so far.
        private var had: [Duration]
        private var requests: [Request] = []
        /// How many of them are an interval ago.
        private var freeCount = 0
        /// The best request in each city: of all, and of those after which the next one may be made.
        private var bestOf: [Worth?]
        private var bestFree: [Worth?]
        /// The best schedule so far after which a request may be made.
        private var overall = Worth()
        private var now = Duration.zero

        init(cityCount: Int, interval: Duration) {
            self.interval = interval
            had = Array(repeating: .zero, count: cityCount)
            bestOf = Array(repeating: nil, count: cityCount)
            bestFree = bestOf
        }

        /// The best schedule of all.
        var best: Worth {
            bestOf.indices.reduce(Worth()) { best, city in max(best, bestOf[city]?.adding(had[city]) ?? best) }
        }

        /// A fix in this city is the newest one until `end`, and counts until `judgedUntil`.
        mutating func accepted(_ city: Int?, from start: Duration, judgedUntil: Duration, to end: Duration) {
            now = start
            consider(city)
            // At the end itself a timer comes before the next fix.
            while freeCount < requests.count, requests[freeCount].at + interval <= end {
                let request = requests[freeCount]
                freeCount += 1
                advance(to: request.at + interval, in: city, judgedUntil: judgedUntil)
                bestFree[request.city] = max(bestFree[request.city] ?? request.base, request.base)
                overall = max(overall, request.base.adding(had[request.city]))
                consider(city)
            }
            advance(to: end, in: city, judgedUntil: judgedUntil)
        }

        private mutating func advance(to moment: Duration, in city: Int?, judgedUntil: Duration) {
            defer { now = moment }
            guard let city else { return }
            had[city] += max(.zero, min(moment, judgedUntil) - min(now, judgedUntil))
            if let free = bestFree[city] { overall = max(overall, free.adding(had[city])) }
        }

        /// Makes a request now, if none before it in the same city is as good.
        private mutating func consider(_ city: Int?) {
            guard let city else { return }
            let base = Worth(right: overall.right - had[city], requests: overall.requests + 1)
            if let best = bestOf[city], best >= base { return }
            bestOf[city] = base
            requests.append(Request(at: now, city: city, base: base))
        }
    }
}
