public import PlacemarkModel

extension StatusSnapshot {
    /// What has been counted since the start. No number goes down.
    public struct Counters: Hashable, Sendable {
        /// Fixes that were believed.
        public var accepted = 0
        public var rejected: [Rejection: Int] = [:]
        /// Requests to the geocoder.
        public var requested: [GeocodePolicy.Reason: Int] = [:]
        /// How they ended. The one that is in flight is in none of them.
        public var results: [GeocodingResult: Int] = [:]
        /// Accepted fixes for which the geocoder was not asked.
        public var saved = 0
        /// How often gpsd has been reached: the first time, and each time after it was lost.
        public var connections = 0
        /// Stays that have been noticed.
        public var visits = 0

        public init() {}

        /// Requests to the geocoder, for whatever reason.
        public var requests: Int { requested.values.reduce(0, +) }
    }

    /// How a request to the geocoder ended.
    public enum GeocodingResult: String, CaseIterable, Sendable {
        /// With a placemark.
        case answered
        /// The geocoder works, and knows no place there.
        case noResult
        /// The geocoder could not answer.
        case failed
        /// What the network geocoder answered cannot be (`AnswerRefusal`).
        case refused
    }
}
