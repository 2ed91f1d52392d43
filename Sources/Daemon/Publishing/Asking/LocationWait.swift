import LocationEngine
import PlacemarkModel

/// The arguments of `location`: how long to wait for a better location than the last one.
struct LocationWait: Hashable {
    static let usage = "[wait TIME [accuracy LENGTH]]"

    let limit: Duration
    /// The accuracy in metres that is good enough to answer at once.
    let desiredAccuracyInMeters: Double?

    /// - Parameters:
    ///   - limit: a time such as `30s`.
    ///   - accuracy: a length such as `10m`.
    init(limit: String, accuracy: String?) throws(RequestError) {
        guard let limit = Quantity.duration(limit), limit > .zero, limit <= OneShot.longestWait else {
            throw .badRequest(
                "'wait' takes a time of at most \(Int(OneShot.longestWait.inSeconds))s, such as 30s or 1min 30s")
        }
        self.limit = limit
        guard let accuracy else {
            desiredAccuracyInMeters = nil
            return
        }
        guard let length = Quantity.meters(accuracy), length > 0 else {
            throw .badRequest("'accuracy' takes a length such as 10m or 1km")
        }
        desiredAccuracyInMeters = length
    }

    /// Reads `wait 30s` or `wait 1min 30s accuracy 10m`. Returns nil for no arguments.
    init?(parsing arguments: String) throws(RequestError) {
        guard !arguments.isEmpty else { return nil }
        let words = arguments.split(separator: " ")
        guard words[0] == "wait" else { throw .badRequest("'location' takes \(Self.usage)") }
        let parts = words.dropFirst().split(separator: "accuracy", maxSplits: 1, omittingEmptySubsequences: false)
        try self.init(
            limit: parts[0].joined(separator: " "), accuracy: parts.dropFirst().first?.joined(separator: " "))
    }
}
