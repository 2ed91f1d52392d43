import PlacemarkModel

/// A request of the line dialect: a word and its arguments on one line, as a person types it into `nc -U`.
struct LineRequest: Hashable {
    /// What is asked for.
    enum Word: String, CaseIterable {
        case city, placemark, location, status, regions, visits, trips, log, track, watch, reverse, search, `guard`,
            beacons, observe, grants, grant, revoke, metrics, version, help
    }

    /// The longest line that is read, in bytes: a search of `SearchReading.longestTextByteCount` has room four times.
    static let longestLine = 4096

    let word: Word
    /// What follows the word, without blanks around it; empty for most words.
    let arguments: String

    init(_ word: Word, _ arguments: String = "") {
        self.word = word
        self.arguments = arguments
    }

    /// Reads a line without its newline. An empty one, as from a client that says nothing, asks for the status.
    init(parsing line: some Collection<UInt8>) throws(RequestError) {
        guard let text = String(validating: line, as: UTF8.self), !text.unicodeScalars.contains(where: \.isASCIIControl)
        else { throw .badRequest("the request is not text") }
        let parts = text.split(separator: " ", maxSplits: 1)
        guard let first = parts.first else {
            self.init(.status)
            return
        }
        guard let word = Word(rawValue: String(first)) else {
            let name = String(first.prefix(32))
            throw .unknownRequest(name, meant: nearestName(to: name, in: Word.allCases.map(\.rawValue)))
        }
        // Blanks around the arguments mean nothing; those between them may be part of a name or of JSON.
        let arguments = String(
            parts.dropFirst().joined().trimmingPrefix { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        guard word.usage != nil || arguments.isEmpty else { throw .badRequest("'\(word.rawValue)' takes no arguments") }
        self.init(word, arguments)
    }

    static var helpText: String {
        let lines = Word.allCases.map {
            ([$0.rawValue, $0.usage].compactMap(\.self).joined(separator: " "), $0.explanation)
        }
        let width = lines.map(\.0.count).max() ?? 0
        return lines.map { line, explanation in
            line + String(repeating: " ", count: width - line.count + 2) + explanation + "\n"
        }.joined()
    }
}

extension LineRequest.Word {
    /// The arguments, as `help` shows them; nil for a word that takes none.
    var usage: String? {
        switch self {
        case .watch: "[EVENT…]"
        case .reverse: ReverseRequest.usage
        case .search: SearchRequest.usage
        case .location: LocationWait.usage
        case .regions: RegionsRequest.usage
        case .track: "[since DURATION|TIME | clear]"
        case .trips: TripsRequest.usage
        case .log: LogRequest.usage
        case .guard: GuardRequest.usage
        case .observe: ObservationKind.usage
        case .grant: GrantsRequest.grantUsage
        case .revoke: GrantsRequest.revokeUsage
        case .city, .placemark, .status, .visits, .beacons, .grants, .metrics, .version, .help: nil
        }
    }

    /// What the request answers, for `help`.
    var explanation: String {
        switch self {
        case .city: "the current city, in plain text"
        case .placemark: "the current placemark, one line of JSON"
        case .location: "the last location, or the best one that comes within a time; one line of JSON"
        case .status: "everything, one line of JSON"
        case .regions: "the regions and where you are, or a change of them, one line of JSON (precise readers)"
        case .visits: "the current stay and the last ones that have ended, one line of JSON (precise readers)"
        case .trips: "the trips, one a line (JSON), if they are kept; or one, a label, a check (precise readers)"
        case .log: "the ship's log, an entry a line (JSON), if trips are kept; or takes a remark (precise readers)"
        case .watch: "the present state, then one event a line (JSON), all or those you name, until you close"
        case .reverse: "the placemark of a position, one line of JSON"
        case .search: "places by name, one line of JSON"
        case .track: "the positions of the past, one a line (JSON), if they are kept; or forgets them (precise readers)"
        case .guard: "the guard and how it stands, or a change of it, one line of JSON (precise readers)"
        case .beacons: "the beacons that are heard, one line of JSON (precise readers)"
        case .observe: "takes what you observe, a line of JSON a second, until you close (placemark-beacons)"
        case .version: "the version of the daemon, one line of JSON"
        case .grants: "who has been given precise access for a time, one line of JSON"
        case .grant: "gives a user precise access for a time (root)"
        case .revoke: "takes it back (root)"
        case .metrics: "figures about the service, in Prometheus' text format"
        case .help: "this list"
        }
    }
}
