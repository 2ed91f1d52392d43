import FoundationEssentials
import Glibc
import PlacemarkModel

/// What to tell about grants of precise access, or to do to them.
enum GrantsRequest: Hashable, Sendable {
    /// Root sees all of them, another user its own.
    case list
    /// For root.
    case grant(userID: uid_t, duration: Duration, purpose: String)
    /// For root.
    case revoke(userID: uid_t)

    static let grantUsage = "USER-ID TIME PURPOSE"
    static let revokeUsage = "USER-ID"

    /// Reads the arguments of `grant`. The time is one word, such as `10m` or `1h30m`; the purpose is the rest.
    init(granting arguments: String) throws(RequestError) {
        let words = arguments.split(separator: " ", maxSplits: 2)
        guard words.count == 3 else { throw .badRequest("'grant' takes \(Self.grantUsage)") }
        try self.init(
            granting: try Self.userID(words[0]), duration: Quantity.duration(String(words[1])),
            purpose: String(words[2]))
    }

    /// - Parameter duration: nil for one that could not be read.
    init(granting userID: uid_t, duration: Duration?, purpose: String) throws(RequestError) {
        guard let duration, duration > .zero, duration <= GrantReport.longestDuration else {
            throw .badRequest("a grant is for a time of at most 24h, such as 10m or 1h30m")
        }
        let purpose = String(purpose.trimmingPrefix { $0 == " " })
        guard !purpose.isEmpty, purpose.utf8.count <= GrantReport.longestPurposeInBytes,
            !purpose.unicodeScalars.contains(where: \.isLineDisturbing)
        else {
            throw .badRequest(
                "a grant has a purpose: a line of text of at most \(GrantReport.longestPurposeInBytes) bytes")
        }
        self = .grant(userID: userID, duration: duration, purpose: purpose)
    }

    init(revoking arguments: String) throws(RequestError) {
        self = .revoke(userID: try Self.userID(arguments))
    }

    /// A number, never a name: which user a name means is for the client to find out.
    static func userID(_ text: some StringProtocol) throws(RequestError) -> uid_t {
        // The largest number stands for "no user" in system calls.
        guard text.utf8.allSatisfy({ (48...57).contains($0) }), let userID = uid_t(text), userID != uid_t.max else {
            throw .badRequest("expected the number of a user, such as 1000")
        }
        return userID
    }

    /// What `revoke` answers.
    struct Revocation: Encodable {
        let user: uid_t
        let revoked = true
    }
}

extension GrantsRequest {
    /// What `POST /v1/grants` takes: `{"user": 1000, "for": "10m", "purpose": "…"}`.
    private struct Body: Decodable {
        let user: uid_t
        let `for`: String
        let purpose: String
    }

    init(body: [UInt8]) throws(RequestError) {
        guard let body = try? JSONDecoder().decode(Body.self, from: Data(body)) else {
            throw .badRequest(#"expected an object such as {"user": 1000, "for": "10m", "purpose": "finding the van"}"#)
        }
        try self.init(
            granting: try Self.userID("\(body.user)"), duration: Quantity.duration(body.for), purpose: body.purpose)
    }
}
