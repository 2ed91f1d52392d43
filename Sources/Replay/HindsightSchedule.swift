/// The best that can be done with at most one request in `interval`: a schedule made by somebody who knows the whole trip
/// beforehand, and asks when a fix comes. It is the bound for the policies, which do not know what follows.
///
/// Exact, by dynamic programming over the fixes, in a time that grows as their number: what a request is worth depends
/// only on the best schedule that ends an interval earlier, and how long its city stays right afterwards is the same
/// for all requests in the same city. So one number for each city is enough to know the best schedule at any moment.
public struct HindsightSchedule: Sendable {
    /// The part of the judged time in which the published city is right; nil when no time is judged.
    public let rightShare: Double?
    /// How many requests it makes: the fewest with which this share can be had.
    public let requests: Int

    public init(_ timeline: CityTimeline, interval: Duration) {
        let entries = timeline.entries
        // How much judged time each city has had so far.
        var had = Array(repeating: Duration.zero, count: timeline.cityCount)
        // A request at each fix: its worth, less what its city had had by then. With what the city has had at a later
        // moment, that is the worth at that moment, as long as nothing else is asked for.
        var bases: [Worth?] = []
        // The best of them in each city: of all, and of those after which the next request may be made.
        var best = [Worth?](repeating: nil, count: timeline.cityCount)
        var bestFree = best
        // The best schedule so far after which a request may be made.
        var overall = Worth(right: .zero, requests: 0)
        var nextToFree = 0
        var judged = Duration.zero
        for (index, entry) in entries.enumerated() {
            while nextToFree < index, entry.at - entries[nextToFree].at >= interval {
                if let city = entries[nextToFree].city, let base = bases[nextToFree] {
                    bestFree[city] = max(bestFree[city] ?? base, base)
                    overall = max(overall, base.adding(had[city]))
                }
                nextToFree += 1
            }
            guard let city = entry.city else {
                bases.append(nil)
                continue
            }
            let base = Worth(right: overall.right - had[city], requests: overall.requests + 1)
            bases.append(base)
            best[city] = max(best[city] ?? base, base)
            had[city] += timeline.judged(index)
            judged += timeline.judged(index)
            if let free = bestFree[city] { overall = max(overall, free.adding(had[city])) }
        }
        let final = best.indices.reduce(Worth(right: .zero, requests: 0)) { final, city in
            max(final, best[city]?.adding(had[city]) ?? final)
        }
        rightShare = judged > .zero ? final.right / judged : nil
        requests = final.requests
    }

    /// How good a schedule is up to some moment: more right time is better, then fewer requests.
    private struct Worth: Comparable {
        let right: Duration
        let requests: Int

        func adding(_ time: Duration) -> Worth { Worth(right: right + time, requests: requests) }

        static func < (left: Worth, right: Worth) -> Bool {
            left.right != right.right ? left.right < right.right : left.requests > right.requests
        }
    }
}
