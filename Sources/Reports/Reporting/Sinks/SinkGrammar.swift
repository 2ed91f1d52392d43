import PlacemarkModel
import Settings

extension DeliverySchedule.Rules {
    /// Both numbers of `Batch=`.
    struct Batch: Hashable, Sendable {
        var count: Int
        var age: Duration
    }

    var batch: Batch {
        get { Batch(count: batchCount, age: batchAge) }
        set { (batchCount, batchAge) = (newValue.count, newValue.age) }
    }
}

extension ValueGrammar where Value == DeliverySchedule.Rules.Batch {
    static let batch = ValueGrammar(
        allowed: "a number between 1 and 1000 and a duration up to 1h, such as \"50 30s\"",
        parse: { text in
            let words = text.split(separator: " ", maxSplits: 1)
            guard let count = words.first.flatMap({ ValueGrammar<Int>.count(in: 1...1000).parse(String($0)) }) else {
                return nil
            }
            guard words.count == 2 else { return Value(count: count, age: .zero) }
            return ValueGrammar<Duration>.duration(in: .zero...(.seconds(3600))).parse(String(words[1]))
                .map { Value(count: count, age: $0) }
        },
        format: { "\($0.count) " + ValueGrammar<Duration>.duration(in: .zero...(.seconds(3600))).format($0.age) })
}

extension ValueGrammar where Value == Set<ReportKind> {
    /// The words of `Events=`.
    static let kinds = {
        let groups: [String: [ReportKind]] = [
            "regions": [.regionEntered, .regionExited], "visits": [.visitArrived, .visitDeparted],
            "motion": [.paused, .resumed], "guard": ReportKind.ofGuard, "trips": ReportKind.ofTrips,
            "all": ReportKind.allCases,
        ]
        return ValueGrammar(
            allowed: "words out of "
                + (ReportKind.allCases.map(\.rawValue) + groups.keys.sorted()).joined(separator: ", "),
            parse: { text in
                var kinds: Set<ReportKind> = []
                for word in text.split(whereSeparator: { " ,\t".contains($0) }) {
                    guard let found = ReportKind(rawValue: String(word)).map({ [$0] }) ?? groups[String(word)] else {
                        return nil
                    }
                    kinds.formUnion(found)
                }
                return kinds
            },
            format: { kinds in
                kinds.count == ReportKind.allCases.count
                    ? "all" : ReportKind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: " ")
            })
    }()
}

extension ValueGrammar {
    /// A choice that has no default.
    static func optionalChoice<Choice: CaseIterable & RawRepresentable<String> & Sendable>() -> ValueGrammar
    where Value == Choice? {
        let choice = ValueGrammar<Choice>.choice()
        return ValueGrammar(
            allowed: choice.allowed, parse: { choice.parse($0).map { .some($0) } }, format: { $0?.rawValue ?? "" })
    }
}

extension ValueGrammar where Value == Int {
    static let mqttVersion = ValueGrammar(
        allowed: "3.1.1 or 5", parse: { ["3.1.1": 4, "5": 5][$0] }, format: { $0 == 4 ? "3.1.1" : "5" })
}

extension ValueGrammar where Value == String? {
    static let url = ValueGrammar(
        allowed: "an address such as https://example.org/path or mqtts://example.org:8883, without a password in it",
        isSecret: true, parse: { text in SinkURL(text).map { .some($0.text) } }, format: { $0 ?? "" })

    /// What may stand in topics, identifiers and paths of all systems.
    static let deviceName = ValueGrammar(
        allowed: "a name of at most 64 letters, digits, hyphens and underscores",
        parse: { text in
            text.utf8.count <= 64 && text.utf8.allSatisfy(isNameByte) ? .some(text) : nil
        }, format: { $0 ?? "" })

    static let credentialName = ValueGrammar(
        allowed: "the name of a credential: letters, digits, hyphens, underscores and dots",
        parse: { text in
            text.utf8.count <= 100 && text.first != "." && text.utf8.allSatisfy { isNameByte($0) || $0 == 46 }
                ? .some(text) : nil
        }, format: { $0 ?? "" })

    static let mqttTopic = ValueGrammar(
        allowed: "a topic of at most 150 bytes without + and #",
        parse: { text in
            text.utf8.count <= 150 && !text.contains(where: { "+#".contains($0) })
                && !text.unicodeScalars.contains(where: \.isASCIIControl)
                ? .some(text) : nil
        }, format: { $0 ?? "" })

    /// A part of a request, which may be the longest line that there can be, and may have a token in it.
    static let requestText = {
        let text = text(maximumBytes: 190)
        return ValueGrammar(allowed: text.allowed, isSecret: true, parse: text.parse, format: text.format)
    }()

    static func text(maximumBytes: Int) -> ValueGrammar {
        ValueGrammar(
            allowed: "a text of at most \(maximumBytes) bytes",
            parse: { text in
                text.utf8.count <= maximumBytes
                    && !text.unicodeScalars.contains(where: \.isASCIIControl)
                    ? .some(text) : nil
            }, format: { $0 ?? "" })
    }
}

private func isNameByte(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45 || byte == 95
}
