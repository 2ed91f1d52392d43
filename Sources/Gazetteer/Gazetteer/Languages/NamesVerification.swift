extension NamesLayer {
    /// Walks through every language and name, and returns what is wrong with them, at most `limit` faults.
    ///
    /// - Parameter placeCount: The number of places in the file.
    package func faults(placeCount: Int, limit: Int = 10) -> [String] {
        faults(limit: limit) { $0.place.map { $0 < placeCount } ?? true }
    }

    /// - Parameter isThere: Whether the file has what a name is the name of.
    func faults(limit: Int, isThere: (NameKey) -> Bool) -> [String] {
        var faults: [String] = []
        func add(_ fault: @autoclosure () -> String) { if faults.count < limit { faults.append("names: \(fault())") } }
        for index in 0..<languageCount where index > 0 {
            if !language(at: index - 1).utf8.lexicographicallyPrecedes(language(at: index).utf8) {
                add("language \(index) is not in order")
            }
        }
        var last: UInt32?
        for index in 0..<blockCount where faults.count < limit {
            var first: UInt32?
            let isWhole = forEachRecord(ofBlock: index) { key, range in
                first = first ?? key
                if let last, last >= key { add("key \(key) is not in order") }
                last = key
                if !isThere(NameKey(rawValue: key)) {
                    let place = NameKey(rawValue: key).place
                    add(place.map { "place \($0) is not there" } ?? "what key \(key) names is not there")
                }
                let isRight = forEachName(inRecord: range) { name, languages in
                    if String(decoding: name, as: UTF8.self).unicodeScalars.contains("\u{FFFD}") {
                        add("a name of key \(key) is not a string")
                    }
                    if languages.isEmpty || languages.contains(where: { $0 >= languageCount }) {
                        add("a name of key \(key) is in a language that is not there")
                    }
                }
                if !isRight { add("the names of key \(key) are cut off") }
                return faults.count < limit
            }
            if !isWhole || first != block(at: index).key { add("block \(index) is not in its place") }
        }
        return faults
    }
}
