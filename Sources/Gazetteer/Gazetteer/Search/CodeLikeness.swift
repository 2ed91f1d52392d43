/// Names that may be codes. Near a code there is always another name, and never the one that was meant.
extension FoldedName {
    /// Whether it may be a code of a state or country: at most three letters from a to z.
    var isCode: Bool { scalars.count <= 3 && scalars.allSatisfy { ("a"..."z").contains($0) } }

    /// As a postal code has: `EC1A 1BB`.
    var hasOnlyWordsWithDigits: Bool {
        words.allSatisfy { $0.contains { ("0"..."9").contains($0) } }
    }
}
