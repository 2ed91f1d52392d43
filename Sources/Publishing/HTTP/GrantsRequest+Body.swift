import FoundationEssentials
import Glibc
import PlacemarkCore

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
