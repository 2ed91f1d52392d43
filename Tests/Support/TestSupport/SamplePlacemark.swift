import FoundationEssentials
public import PlacemarkModel

/// No value fits into a field of a placemark.
private struct NoSample: Error {
    let key: String
}

extension Placemark {
    /// One that has a value in each of these fields, and in no other but `geocoder`: for tests that go over all fields, and over
    /// those that are still to come. A text is the mark and the name of the field.
    public init(sampleOf keys: some Sequence<String>, mark: String = "some") throws {
        let nothing = ["geocoder": "\"test\""]
        var members = nothing
        for key in keys {
            let text = "\"\(mark) \(key)\""
            let value = [text, "[\(text)]", "12345", "true"].first { value in
                (try? Self.reading(nothing.merging([key: value]) { $1 })) != nil
            }
            guard let value else { throw NoSample(key: key) }
            members[key] = value
        }
        self = try Self.reading(members)
    }

    private static func reading(_ members: [String: String]) throws -> Placemark {
        let text = members.map { "\"\($0)\": \($1)" }.joined(separator: ", ")
        return try JSONDecoder().decode(Placemark.self, from: Data("{\(text)}".utf8))
    }
}
