import LocationEngine
import PlacemarkModel

/// Why a request has no answer, in either dialect.
enum RequestError: Error, Hashable {
    /// Not a request at all.
    case badRequest(String)
    /// A word that is not a request, and the one that was probably meant.
    case unknownRequest(String, meant: String?)
    case lineTooLong(maximumBytes: Int)
    /// No complete line came in time.
    case timeout
    /// The geocoder has not answered within this time.
    case geocoderTimeout(Duration)
    /// The peer is in none of the groups.
    case forbidden
    /// The peer is not in the group that may know this.
    case preciseOnly(String)
    /// No track is kept.
    case noTrack
    /// No trips are kept.
    case noTrips
    /// There is no trip of this identity.
    case unknownTrip(String)
    /// The grant by which the peer was being answered is over.
    case accessHasEnded
    /// The peer is not root.
    case rootOnly(String)
    /// The peer is not the user of this name.
    case observersOnly(String)
    /// The peer's user has as many connections as one may have.
    case tooManyConnections(limit: Int)
    /// All users together have as many connections as there may be.
    case tooManyClients
    /// There is no grant for the user of this number.
    case unknownGrant(UInt32)
    case tooManyGrants
    /// It could not be done, for this reason.
    case failed(String)
    /// There is no position, and why: there has been none yet, or none in time.
    case noFix(String)
    /// There is a position, and no placemark yet.
    case noPlacemark
    case unknownRegion(String)
    /// What was to be added is not a region, and why.
    case badRegion(String)
    case tooManyRegions
    /// The region comes from a file.
    case regionInFile(String)
    /// There is no guard, or no alarm of it, and which of the two.
    case noGuard(String)
    /// No place is known there, or of that name.
    case noPlace(String)
    /// There is no such geocoder, and why.
    case noGeocoder(String)
    /// This process does not answer such requests.
    case unavailable(String)

    /// All connections together have sent as much of long requests as there is room for.
    static var tooManyLongRequests: RequestError { .failed("too many long requests are on their way; try again later") }

    /// What programs tell errors apart by.
    var code: String {
        switch self {
        case .badRequest: "bad-request"
        case .unknownRequest: "unknown-request"
        case .lineTooLong: "too-long"
        case .timeout, .geocoderTimeout: "timeout"
        case .forbidden, .preciseOnly, .accessHasEnded, .rootOnly, .observersOnly: "forbidden"
        case .noTrack: "no-track"
        case .noTrips: "no-trips"
        case .unknownTrip: "unknown-trip"
        case .tooManyConnections, .tooManyClients: "too-many-connections"
        case .unknownGrant: "unknown-grant"
        case .tooManyGrants: "too-many-grants"
        case .failed: "failed"
        case .noFix: "no-fix"
        case .noPlacemark: "no-placemark"
        case .unknownRegion: "unknown-region"
        case .badRegion: "bad-region"
        case .tooManyRegions: "too-many-regions"
        case .regionInFile: "region-in-file"
        case .noGuard: "no-guard"
        case .noPlace: "no-place"
        case .unavailable, .noGeocoder: "unavailable"
        }
    }

    /// What is wrong, and what to do about it, for a person.
    var sentence: String {
        switch self {
        case .badRequest(let why): "\(why); try 'help'"
        case .unknownRequest(let word, meant: let meant?):
            "there is no request '\(word)', did you mean '\(meant)'? 'help' lists them all"
        case .unknownRequest(let word, meant: nil): "there is no request '\(word)'; try 'help'"
        case .lineTooLong(let maximum): "a request has at most \(maximum) bytes"
        case .timeout: "no complete request line came"
        case .geocoderTimeout(let limit):
            "the geocoder has not answered within \(AgeInWords.text(seconds: limit.inSeconds)); try again later"
        case .forbidden: "your user is neither in the group placemark nor in placemark-precise"
        case .preciseOnly(let word):
            "'\(word)' is for root, the daemon's own user and the group placemark-precise"
        case .accessHasEnded: "the grant of precise access has ended"
        case .rootOnly(let word): "'\(word)' is for root alone"
        case .observersOnly(let user):
            "'observe' is for the user \(user) alone, and User= in [Beacons] says who that is"
        case .tooManyConnections(let limit):
            "your user has \(limit) connections already; close some, read the answers, or have ConnectionsPerUser= in"
                + " [Publishing] of placemarkd.conf raised"
        case .tooManyClients: "all users together have the most connections that are allowed; try again later"
        case .unknownGrant(let user): "there is no grant for user \(user); 'grants' shows the grants"
        case .tooManyGrants: "\(GrantTable.mostGrants) users have a grant already; revoke one, or wait for its end"
        case .noTrack:
            "no track is kept; Keep=memory or Keep=disk in [Track] of placemarkd.conf keeps one"
        case .noTrips:
            "no trips are kept; Keep=memory or Keep=disk in [Trips] of placemarkd.conf keeps them"
        case .unknownTrip(let id): "there is no trip '\(id.prefix(64))'; 'trips' lists the trips"
        case .failed(let why): "\(why)"
        case .noPlacemark: "there is a position, but no placemark for it yet"
        case .unknownRegion(let identifier):
            "there is no region '\(identifier)'; 'regions list' shows the regions"
        case .badRegion(let why): "\(why); regions that are too long for a line go into regions.d"
        case .tooManyRegions:
            "at most \(RegionMonitor.mostAddedRegions) regions, with \(RegionMonitor.mostAddedCorners) corners together, can"
                + " be added; others go into regions.d"
        case .regionInFile(let identifier):
            "'\(identifier)' is in a file of regions.d; take it out there, and reload the daemon"
        case .noFix(let why), .noPlace(let why), .noGeocoder(let why), .noGuard(let why): why
        case .unavailable(let word): "'\(word)' is not answered here"
        }
    }

    /// The error as the line dialect answers it, with its newline: `error: CODE: sentence`.
    var line: [UInt8] { Array("error: \(code): \(sentence)\n".utf8) }
}
