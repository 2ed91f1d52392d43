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
        /// What became of what was heard of beacons.
        public var observations: [ObservationOutcome: Int] = [:]
        /// As whoever listens counts them, since its start.
        public var malformedAdvertisements = 0

        public init() {}

        /// Requests to the geocoder, for whatever reason.
        public var requests: Int { requested.values.reduce(0, +) }
    }

    /// What became of an observation: of one beacon, within a second.
    public enum ObservationOutcome: String, CaseIterable, Sendable {
        case taken
        /// Its region is entered or stays so, and how far it is is not told: more beacons are ranged than may be.
        case tooMany
        /// No region names the beacon, or no longer.
        case unwanted
        /// It has nothing but strengths that no receiver measures.
        case notBelieved
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
