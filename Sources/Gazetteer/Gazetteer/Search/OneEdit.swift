/// All names that one edit parts from a mistyped one: a letter left out, added, replaced, or exchanged with its neighbour.
///
/// They are some hundreds: each is only named when a filter of the names that there are lets its hash pass.
struct OneEdit {
    /// The number by which a multiplication with `NameHash.base` is undone, modulo 2⁶⁴ (Newton's method: each step doubles the
    /// number of right bits, of which an odd number itself has three).
    private static let inverseBase: UInt64 = (0..<5).reduce(NameHash.base) { inverse, _ in
        inverse &* (2 &- NameHash.base &* inverse)
    }

    private let name: [Unicode.Scalar]
    /// The powers of `NameHash.base`.
    private let powers: [UInt64]
    /// The hashes of the first 0, 1, 2 … letters.
    private let prefixes: [UInt64]

    init(_ name: [Unicode.Scalar]) {
        self.name = name
        var (power, hash) = (1 as UInt64, 0 as UInt64)
        var (powers, prefixes) = ([power], [hash])
        for letter in name {
            hash &+= UInt64(letter.value) &* power
            power &*= NameHash.base
            powers.append(power)
            prefixes.append(hash)
        }
        (self.powers, self.prefixes) = (powers, prefixes)
    }

    /// Hands out the names that pass the filter, some of them twice, and whether they begin with another letter.
    func forEachName(
        in filter: NameFilter, alphabet: [Unicode.Scalar],
        _ body: (_ name: [Unicode.Scalar], _ changesFirstLetter: Bool) -> Void
    ) {
        let total = prefixes[name.count]
        for index in name.indices {
            let rest = total &- prefixes[index]
            if filter.mayContain(NameHash(prefixes[index] &+ (total &- prefixes[index + 1]) &* Self.inverseBase)) {
                edited(index..<index + 1, with: [], body)
            }
            let letter = UInt64(name[index].value)
            if index + 1 < name.count {
                let difference = UInt64(name[index + 1].value) &- letter
                if filter.mayContain(NameHash(total &+ difference &* powers[index] &- difference &* powers[index + 1]))
                {
                    edited(index..<index + 2, with: [name[index + 1], name[index]], body)
                }
            }
            for other in alphabet {
                let value = UInt64(other.value)
                if value != letter, filter.mayContain(NameHash(total &+ (value &- letter) &* powers[index])) {
                    edited(index..<index + 1, with: [other], body)
                }
                let longer = prefixes[index] &+ value &* powers[index] &+ rest &* NameHash.base
                if filter.mayContain(NameHash(longer)) { edited(index..<index, with: [other], body) }
            }
        }
        for other in alphabet
        where filter.mayContain(NameHash(total &+ UInt64(other.value) &* powers[name.count])) {
            edited(name.count..<name.count, with: [other], body)
        }
    }

    private func edited(
        _ range: Range<Int>, with letters: [Unicode.Scalar], _ body: ([Unicode.Scalar], Bool) -> Void
    ) {
        var edited = name
        edited.replaceSubrange(range, with: letters)
        body(edited, range.lowerBound == 0)
    }

    /// Whether one edit parts this name from another.
    ///
    /// By the definition: without what both have in common at their ends, one letter is left over, or two the other way round.
    func leads(to other: [Unicode.Scalar]) -> Bool {
        guard abs(name.count - other.count) <= 1 else { return false }
        let start = zip(name, other).prefix(while: ==).count
        let end = zip(name.dropFirst(start).reversed(), other.dropFirst(start).reversed()).prefix(while: ==).count
        let (left, right) = (name[start..<name.count - end], other[start..<other.count - end])
        switch (left.count, right.count) {
        case (0, 1), (1, 0), (1, 1): return true
        case (2, 2): return left.elementsEqual(right.reversed())
        default: return false
        }
    }
}
