public import PlacemarkModel

// What the machine is fed with, and what it answers.
extension LocationMachine {
    /// Something that happened.
    public enum Input: Sendable {
        case source(SourceEvent)
        /// The moment of the last `setTimer` has come.
        case timer
        case answered(GeocodeAnswer)
        /// How the network geocoder says that it is, asked after it has failed; nil when it does not say.
        case geocoderHealth(GeocoderHealth?)
        /// There is no placemark, not even the gazetteer's, and why, in words for a person: the geocoder could not answer,
        /// or it knows no place there (`hasNoResult`).
        case geocodingFailed(String, hasNoResult: Bool = false)
        /// A placemark from an earlier run, and when it was current.
        case restored(Placemark, gazetteer: Placemark? = nil, answeredAt: BootInstant)
        /// What the monitors of an earlier run knew. To be fed after `regions`, and before the first fix.
        case remembered(MonitoringMemory)
        case configured(Settings)
        /// Another geocoder answers from now on. What the one before it was being asked for will not be answered.
        case geocoderReplaced
        /// The regions of the files, instead of those before.
        case regions(RegionTable)
        /// A region is added or removed at run time. One that cannot be changes nothing; `check` tells why.
        case regionChange(RegionChange)
        /// Somebody wants something of the guard. What cannot be changes nothing; `check` tells why.
        case guardCommand(GuardCommand)
        /// Somebody listens for beacons, and this is what was heard since the last time.
        case heard(BeaconHearing)
        /// Nobody listens for beacons any more, and why, in words for a person.
        case deafened(String)

        /// The answer of a geocoder that needs no other.
        public static func geocoded(_ placemark: Placemark) -> Input { .answered(GeocodeAnswer(placemark)) }
    }

    /// Something to do.
    public enum Action: Sendable {
        case geocode(GeocodeRequest)
        /// Feed `.timer` at this moment. Replaces the timer that was set before.
        case setTimer(BootInstant)
        // Indirect, because it is twenty times as large as the others, and an array of actions is made for each fix.
        indirect case publish(Publication)
        case log(LogEntry)
    }
}

extension LocationMachine.Input {
    /// Whether this is nobody's news unless it brings an event: a timer that changes nothing, a compass that has turned
    /// too little.
    var maySayNothing: Bool {
        switch self {
        case .timer, .source(.compass), .heard, .deafened: true
        default: false
        }
    }
}
