extension StringProtocol {
    /// By how many letters that are missing, too many or others two words differ (Levenshtein).
    func editDistance(to other: some StringProtocol) -> Int {
        let other = Array(other)
        var row = Array(0...other.count)
        for (i, letter) in enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, otherLetter) in other.enumerated() {
                let cost = Swift.min(diagonal + (letter == otherLetter ? 0 : 1), row[j] + 1, row[j + 1] + 1)
                (diagonal, row[j + 1]) = (row[j + 1], cost)
            }
        }
        return row[other.count]
    }
}
