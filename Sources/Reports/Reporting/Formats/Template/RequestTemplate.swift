import FoundationEssentials
public import PlacemarkModel

/// A request over HTTP of a user's own: an address, a method, a header and a body, with names in braces that stand for parts of a
/// report.
///
/// A value changes nothing but itself: in an address it is one part of a path or one parameter, in a header it has no end of line,
/// and in a body of JSON it is escaped, so that it may stand between quotes.
public struct RequestTemplate: Hashable, Sendable {
    /// What is wrong with a template, and in which key.
    public struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
        public let key: String
        public let reason: String

        public init(key: String, reason: String) { (self.key, self.reason) = (key, reason) }

        public var description: String { "\(key)=: \(reason)" }
    }

    private let address: ReportTemplate
    private let method: RequestMethod
    private let header: ReportTemplate?
    private let body: ReportTemplate?
    private let isJSON: Bool

    /// - Parameters:
    ///   - header: `Name: value`; a Content-Type says what the body is, which is JSON otherwise.
    ///   - body: nil with GET only.
    public init(
        address: String, method: RequestMethod, header: String?, body: String?
    ) throws(Mistake) {
        self.address = try Self.read(address, "[Sink] URL")
        self.method = method
        var contentType: String?
        if let header {
            let parts = header.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, Self.isToken(parts[0]) else {
                throw Mistake(key: "[HTTP] Header", reason: "expected a name and a value, such as “Title: {device}”")
            }
            self.header = try Self.read(header, "[HTTP] Header")
            if parts[0].lowercased() == "content-type" { contentType = parts[1].lowercased() }
        } else {
            self.header = nil
        }
        isJSON = contentType?.contains("json") ?? true
        guard (body == nil) == (method == .get) else {
            throw Mistake(
                key: "[HTTP] Body",
                reason: method == .get ? "expected none with Method=GET" : "expected a body, because of Format=template"
            )
        }
        self.body = if let body { try Self.read(body, "[HTTP] Body") } else { nil }
        if isJSON, let body = self.body, !Self.isJSON(body.text(for: Self.emptyReport, device: "", nil, Self.inJSON)) {
            throw Mistake(
                key: "[HTTP] Body",
                reason:
                    "this is not JSON when a value is missing: write \"{city}\" for a text, {latitude:json} for a number,"
                    + " and {{ and }} for braces, or name another Content-Type in Header=")
        }
    }

    /// Whether it names the password: then that goes nowhere else.
    public var holdsPassword: Bool { [address, header, body].contains { $0?.names(.password) == true } }

    /// The request that tells a report.
    public func request(for report: Report, device: String, password: SecretText?) -> ReportRequest {
        func text(_ template: ReportTemplate, _ escaped: (String) -> String) -> String {
            template.text(for: report, device: device, password, escaped)
        }
        var headers: [String] = []
        if let header { headers.append(text(header, Self.inHeader)) }
        if body != nil, header?.begins(with: "content-type") != true {
            headers.append("Content-Type: application/json")
        }
        return ReportRequest(
            address: text(address, Self.inAddress), method: method, headers: headers,
            body: body.map { Array(text($0, isJSON ? Self.inJSON : { $0 }).utf8) })
    }

    private static func read(_ text: String, _ key: String) throws(Mistake) -> ReportTemplate {
        do throws(ReportTemplate.Mistake) {
            return try ReportTemplate(parsing: text, mayHoldPassword: true)
        } catch {
            throw Mistake(key: key, reason: error.description)
        }
    }

    // MARK: Where a value stands

    /// One part of a path, or one parameter. A colon means nothing there, and tokens have one.
    private static func inAddress(_ value: String) -> String {
        PercentEncoding.encode(value).replacing("%3A", with: ":")
    }

    private static func inHeader(_ value: String) -> String {
        String(String.UnicodeScalarView(value.unicodeScalars.map { $0.isASCIIControl ? "_" : $0 }))
    }

    private static func inJSON(_ value: String) -> String {
        var writer = JSONWriter()
        writer.value(value)
        return String(decoding: writer.bytes.dropFirst().dropLast(), as: UTF8.self)
    }

    // MARK: Checks

    /// A name of RFC 9110, section 5.6.2.
    private static func isToken(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 45 || $0 == 95
            }
    }

    private static func isJSON(_ text: String) -> Bool {
        struct Anything: Decodable {
            init(from decoder: any Decoder) throws {}
        }
        return (try? JSONDecoder().decode(Anything.self, from: Data(text.utf8))) != nil
    }

    /// A report of which nothing is known.
    private static var emptyReport: Report {
        guard let id = ReportIdentity("0000000000000000-1") else { preconditionFailure("not the form of an identity") }
        return Report(id: id, kind: .missed, happenedAt: Timestamp(nanosecondsSinceEpoch: 0))
    }
}
