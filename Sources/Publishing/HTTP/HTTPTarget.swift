/// What a request line asks for: a path and its parameters, without their escapes.
struct HTTPTarget: Hashable {
    /// In bytes.
    static let longest = 4096

    /// The segments of the path; one that is empty for `/`.
    let path: [String]
    /// By name.
    let parameters: [String: String]

    /// Reads a target in origin form (`/v1/city?…`), or in absolute form (`http://localhost/v1/city`), as a client
    /// sends it that takes the daemon for a proxy. Whatever the host is, it is this one.
    init(parsing target: String) throws(HTTPRefusal) {
        guard target.utf8.count <= Self.longest else { throw .targetTooLong }
        var rest = target[...]
        if let scheme = ["http://", "https://"].first(where: { target.lowercased().hasPrefix($0) }) {
            rest = rest.dropFirst(scheme.count).drop { $0 != "/" && $0 != "?" }
            if rest.first != "/" { rest = "/" + rest }
        }
        guard rest.first == "/", !rest.contains("#") else {
            throw .malformed("the target of a request is a path, such as /v1/city")
        }
        let parts = rest.dropFirst().split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = try parts[0].split(separator: "/", omittingEmptySubsequences: false)
            .map { segment throws(HTTPRefusal) in try Self.decoded(PercentEncoding.decode(segment)) }
        var parameters: [String: String] = [:]
        for parameter in parts.dropFirst().joined().split(separator: "&") {
            let sides = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.decoded(PercentEncoding.decode(sides[0], plusIsBlank: true))
            let value = try Self.decoded(
                PercentEncoding.decode(sides.dropFirst().first ?? "", plusIsBlank: true))
            guard parameters.updateValue(value, forKey: name) == nil else {
                throw .malformed("the parameter '\(name.prefix(32))' is there twice")
            }
        }
        self.parameters = parameters
    }

    private static func decoded(_ text: String?) throws(HTTPRefusal) -> String {
        guard let text else {
            throw .malformed("an escape is % and two hexadecimal digits, and stands for text in UTF-8 on one line")
        }
        return text
    }
}
