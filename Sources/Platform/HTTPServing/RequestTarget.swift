import PlacemarkModel

/// What a request line asks for: a path, and parameters that are read one by one.
///
/// Parameters that nobody reads cost nothing, and may be what they like: other servers' clients send many.
public struct RequestTarget: Sendable {
    /// As it was sent, without the query.
    public let path: Substring
    private let query: Substring

    /// - Parameter target: in origin form: `/reverse?lat=1&lon=2`.
    public init(_ target: String) {
        let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
        path = target[..<(mark ?? target.endIndex)]
        query = mark.map { target[target.utf8.index(after: $0)...] } ?? ""
    }

    /// The value of the parameter that comes first of this name, without its escapes; nil when there is none, or it is
    /// not text on one line.
    public subscript(_ name: StaticString) -> String? {
        let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        var rest = query.utf8
        while !rest.isEmpty {
            let parameter = rest.prefix { $0 != UInt8(ascii: "&") }
            rest = rest[parameter.endIndex...].dropFirst()
            // A name needs no escapes.
            guard parameter.starts(with: wanted) else { continue }
            let tail = parameter.dropFirst(wanted.count)
            guard tail.isEmpty || tail.first == UInt8(ascii: "=") else { continue }
            return PercentEncoding.decode(Substring(tail.dropFirst()), plusIsBlank: true)
        }
        return nil
    }

    /// Whether there is a parameter of this name.
    public func has(_ name: StaticString) -> Bool { self[name] != nil }
}
