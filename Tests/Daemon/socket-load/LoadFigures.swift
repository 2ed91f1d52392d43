import Foundation
import PlacemarkModel
import TestSupport

/// What was measured, as one line of JSON.
struct LoadFigures: Encodable {
    /// Milliseconds.
    struct Latency: Encodable {
        let count: Int
        let minimum, median, p99, maximum: Double

        init?(_ nanoseconds: [Int64]?) {
            guard let sorted = nanoseconds?.sorted(), let last = sorted.last else { return nil }
            func quantile(_ share: Double) -> Double { Double(sorted[Int(Double(sorted.count - 1) * share)]) / 1e6 }
            count = sorted.count
            minimum = quantile(0)
            median = quantile(0.5)
            p99 = quantile(0.99)
            maximum = Double(last) / 1e6
        }
    }

    let fixes: Int
    let subscribers, gpsdClients, requests: Latency?
    let failedRequests, lostSubscribers, cutOff: Int
    /// Of the process, while it was measured; its memory at the end.
    let processorSeconds: Double?
    let residentMegabytes, anonymousMegabytes: Double?

    init(
        fixes: Int, subscribers: [Int64]?, gpsdClients: [Int64]?, requests: [Int64], failedRequests: Int,
        lostSubscribers: Int, cutOff: Int, before: ProcessUse?, after: ProcessUse?
    ) {
        self.fixes = fixes
        self.subscribers = Latency(subscribers)
        self.gpsdClients = Latency(gpsdClients)
        self.requests = Latency(requests)
        self.failedRequests = failedRequests
        self.lostSubscribers = lostSubscribers
        self.cutOff = cutOff
        processorSeconds = after.flatMap { after in before.map { (after.processorTime - $0.processorTime).inSeconds } }
        residentMegabytes = after.map { Double($0.residentKibibytes) * 1024 / 1e6 }
        anonymousMegabytes = after.map { Double($0.anonymousKibibytes) * 1024 / 1e6 }
    }

    var line: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
