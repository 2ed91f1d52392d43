/// The candidate that was probably meant, or nil when none is close: at most a third of its letters differ.
///
/// The case of letters does not count, two that changed places count as one difference.
public func nearestName(to name: String, in candidates: [String]) -> String? {
    // Longer than any name with its typing errors; the table below grows with it.
    guard name.utf8.count <= 40 else { return nil }
    let close = candidates.map { ($0, difference(name.lowercased(), $0.lowercased())) }
        .filter { $0.1 <= max(1, $0.0.count / 3) }
    return close.min { $0.1 < $1.1 }?.0
}

/// Optimal string alignment: insertions, deletions, replacements and swaps of neighbours that turn one into the other.
private func difference(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left), Array(right))
    var rows = [Array(0...right.count)]
    for (i, letter) in left.enumerated() {
        var row = [i + 1]
        for (j, other) in right.enumerated() {
            var best = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (letter == other ? 0 : 1))
            if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other { best = min(best, rows[i - 1][j - 1] + 1) }
            row.append(best)
        }
        rows.append(row)
    }
    return rows[left.count][right.count]
}
