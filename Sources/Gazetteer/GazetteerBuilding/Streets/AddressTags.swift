/// What the tags of an object say of its address (OpenStreetMap wiki, "Key:addr").
struct AddressTags {
    /// One for each door that the object stands for.
    var numbers: [String]
    /// The street; else the village or quarter whose houses are numbered (in Japan with its numbered part). Nil when the tags
    /// have neither.
    var name: StreetNames.Name?
    /// Whether `name` is that of a village or quarter.
    var isPlace: Bool
    var postalCode: String?

    /// The keys of which an object with a number has one.
    static let keys = ["addr:housenumber", "addr:conscriptionnumber", "addr:streetnumber", "addr:block_number"]

    /// Longer ones are descriptions: `12 bis-14 ter` has 13 bytes.
    private static let largestNumberByteCount = 24
    private static let largestPostalCodeByteCount = 16

    /// Nil for an object without a number.
    init?(_ tags: ExtractFile.Tags) {
        // Where streets have names, quarters and blocks are nothing that a house is numbered by.
        let block = tags["addr:street"] == nil && tags["addr:place"] == nil ? BlockAddress(tags) : nil
        let text = Self.number(tags)
        guard text != nil || block?.block != nil else { return nil }
        let doors = text.map { Self.numbers(in: $0) } ?? []
        let inBlock = (text == nil ? [nil] : doors.map(Optional.some)).compactMap {
            BlockAddress.number($0, inBlock: block?.block)
        }
        numbers = block == nil ? doors : inBlock.flatMap { Self.numbers(in: $0) }
        func named(_ key: String) -> StreetNames.Name? {
            tags[key].flatMap { StreetNames.Name(["name": $0, "name:en": tags["\(key):en"] ?? ""]) }
        }
        let (street, place) = (named("addr:street"), named("addr:place"))
        (name, isPlace) = (street ?? place ?? block.flatMap { StreetNames.Name($0.name) }, street == nil)
        postalCode = tags["addr:postcode"].flatMap { $0.split(separator: ";").first.map { String($0).trimmed } }
            .flatMap { $0.isEmpty || $0.utf8.count > Self.largestPostalCodeByteCount ? nil : $0 }
    }

    /// In Czechia and Slovakia a house has a number in its village (conscription) and one in its street, and its sign and
    /// `addr:housenumber` have both, `1234/5`. Where only the parts are there, they are put together alike.
    private static func number(_ tags: ExtractFile.Tags) -> String? {
        if let number = tags["addr:housenumber"] { return number }
        let parts = [tags["addr:conscriptionnumber"], tags["addr:streetnumber"]].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "/")
    }

    /// The numbers of a list: `12;14` and `12, 14` are two doors, each of which somebody may look for. A range stays one
    /// text, because it is one sign. What has no digit is left out (`s/n`), but for a single letter.
    static func numbers(in text: String) -> [String] {
        var numbers: [String] = []
        for part in text.split(whereSeparator: { $0 == ";" || $0 == "," }) {
            let number = part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let isNumber = number.contains(where: \.isNumber) || number.count == 1 && number.allSatisfy(\.isLetter)
            if isNumber, number.utf8.count <= Self.largestNumberByteCount, !numbers.contains(number) {
                numbers.append(number)
            }
        }
        return numbers
    }
}
