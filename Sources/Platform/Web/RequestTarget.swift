import PlacemarkModel

/// What a request line asks for: a path and its parameters (RFC 9112, section 3.2; RFC 3986, section 3).
///
/// Servers that keep to what they take read all of it at once, with `segments` and `parameters`, which throw. Those that speak
/// the dialects of others read one parameter after the other by its name: clients of others send many, and what nobody reads
/// costs nothing and may be what it likes. Both take escapes in names and values, and `+` for a blank, as forms send it; neither
/// lets through what is no text on one line.
package struct RequestTarget: Sendable {
    /// In bytes; for servers that have no reason for another bound.
    package static let longest = 4096

    /// Why a target cannot be read.
    package enum Fault: Error, Hashable, Sendable {
        case tooLong
        /// It is neither in origin form nor in absolute form, or has a fragment.
        case noPath
        case brokenEscape
        /// The name of a parameter that is there twice. It is the client's own word, and may be anything.
        case repeated(String)

        /// For people; says nothing of what was asked for.
        package var sentence: String {
            switch self {
            case .tooLong: "a target has at most \(RequestTarget.longest) bytes"
            case .noPath: "the target of a request is a path, such as /v1/city"
            case .brokenEscape:
                "an escape is % and two hexadecimal digits, and stands for text in UTF-8 on one line"
            case .repeated: "a parameter is given twice"
            }
        }
    }

    /// As it was sent, without the query.
    package let path: Substring
    private let query: Substring

    /// - Parameter target: in origin form (`/v1/city?…`), or in absolute form (`http://localhost/v1/city`), as a client sends it
    ///   that takes the server for a proxy. Whatever the host is, it is this one. Of another form the path is nobody's.
    package init(_ target: String) {
        let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
        path = Self.withoutAuthority(target[..<(mark ?? target.endIndex)])
        query = mark.map { target[target.utf8.index(after: $0)...] } ?? ""
    }

    /// Throws for what is too long, or has no path or a fragment.
    package init(checking target: String) throws(Fault) {
        guard target.utf8.count <= Self.longest else { throw .tooLong }
        self.init(target)
        guard path.utf8.first == UInt8(ascii: "/"), !target.utf8.contains(UInt8(ascii: "#")) else { throw .noPath }
    }

    private static func withoutAuthority(_ path: Substring) -> Substring {
        guard path.utf8.first != UInt8(ascii: "/"), let end = path.utf8.firstIndex(of: UInt8(ascii: ":")),
            ["http", "https"].contains(path[..<end].lowercased()), path[end...].utf8.starts(with: "://".utf8)
        else { return path }
        let rest = path[end...].utf8.dropFirst(3).drop { $0 != UInt8(ascii: "/") }
        return rest.isEmpty ? "/" : Substring(rest)
    }

    /// The segments of the path without their escapes; one that is empty for `/`.
    package var segments: [String] {
        get throws(Fault) {
            var segments: [String] = []
            for segment in path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
                guard let text = PercentEncoding.decode(Substring(segment)) else { throw .brokenEscape }
                segments.append(text)
            }
            return segments
        }
    }

    /// All parameters by their names. One without `=` has an empty value, and nothing between two `&` is none.
    package var parameters: [String: String] {
        get throws(Fault) {
            var parameters: [String: String] = [:]
            for sent in Parameters(rest: query.utf8) {
                guard let name = Self.text(sent.name), let value = Self.text(sent.value) else { throw .brokenEscape }
                guard parameters.updateValue(value, forKey: name) == nil else { throw .repeated(name) }
            }
            return parameters
        }
    }

    /// The value of the parameter that comes first of this name; nil when there is none, or it cannot be read.
    package subscript(_ name: StaticString) -> String? {
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        for sent in Parameters(rest: query.utf8) {
            // Few clients write a name with escapes.
            let isMeant =
                sent.name.elementsEqual(name)
                || sent.name.contains(UInt8(ascii: "%")) && Self.text(sent.name)?.utf8.elementsEqual(name) == true
            if isMeant { return Self.text(sent.value) }
        }
        return nil
    }

    /// Whether there is a parameter of this name that can be read.
    package func has(_ name: StaticString) -> Bool { self[name] != nil }

    private static func text(_ sent: Substring.UTF8View) -> String? {
        PercentEncoding.decode(Substring(sent), plusIsBlank: true)
    }
}

/// The parameters of a query as they were sent, one after the other.
private struct Parameters: Sequence, IteratorProtocol {
    var rest: Substring.UTF8View

    mutating func next() -> (name: Substring.UTF8View, value: Substring.UTF8View)? {
        while !rest.isEmpty {
            let parameter = rest.prefix { $0 != UInt8(ascii: "&") }
            rest = rest[parameter.endIndex...].dropFirst()
            guard !parameter.isEmpty else { continue }
            let name = parameter.prefix { $0 != UInt8(ascii: "=") }
            return (name, parameter[name.endIndex...].dropFirst())
        }
        return nil
    }
}
