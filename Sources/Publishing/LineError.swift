import PlacemarkCore

/// What the line dialect answers when it has no answer: `error: CODE: sentence`.
enum LineError: Error, Hashable, CustomStringConvertible {
    /// Not a request at all.
    case badRequest(String)
    case unknownRequest(String)
    case lineTooLong
    /// No complete line came in time.
    case timeout
    /// The peer is in none of the groups.
    case forbidden
    /// The peer is not in the group that may know this.
    case preciseOnly(String)
    /// No track is kept.
    case noTrack
    /// It could not be done, for this reason.
    case failed(String)
    /// There has been no position yet, for this reason.
    case noFix(String)
    /// There is a position, and no placemark yet.
    case noPlacemark
    case unknownRegion(String)
    /// What was to be added is no region, and why.
    case badRegion(String)
    case tooManyRegions
    /// The region comes from a file.
    case regionInFile(String)
    /// This process does not answer such requests.
    case unavailable(String)

    var description: String {
        switch self {
        case .badRequest(let why): "error: bad-request: \(why); try 'help'"
        case .unknownRequest(let word): "error: unknown-request: there is no request '\(word)'; try 'help'"
        case .lineTooLong: "error: too-long: a request has at most \(LineRequest.longestLine) bytes"
        case .timeout: "error: timeout: no complete request line came"
        case .forbidden: "error: forbidden: your user is neither in the group placemark nor in placemark-precise"
        case .preciseOnly(let word):
            "error: forbidden: '\(word)' is for root, the daemon's own user and the group placemark-precise"
        case .noTrack:
            "error: no-track: no track is kept; Keep=memory or Keep=disk in [Track] of placemarkd.conf keeps one"
        case .failed(let why): "error: failed: \(why)"
        case .noFix(let why): "error: no-fix: no position yet: \(why)"
        case .noPlacemark: "error: no-placemark: there is a position, and no placemark of it yet"
        case .unknownRegion(let identifier):
            "error: unknown-region: there is no region '\(identifier)'; 'regions list' shows those that there are"
        case .badRegion(let why): "error: bad-region: \(why); regions that are too long for a line go into regions.d"
        case .tooManyRegions:
            "error: too-many-regions: at most \(RegionMonitor.mostAddedRegions) can be added; others go into regions.d"
        case .regionInFile(let identifier):
            "error: region-in-file: '\(identifier)' is in a file of regions.d; take it out there, and reload the daemon"
        case .unavailable(let word): "error: unavailable: '\(word)' is not answered here"
        }
    }
}

extension LineError {
    /// The error as an answer, with its newline.
    var line: [UInt8] { Array((description + "\n").utf8) }
}
