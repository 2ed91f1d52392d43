/// A line that one or more boundaries have in common: crossing it enters or leaves each of `boundaries`.
package struct Border: Hashable, Sendable {
    /// From vertex to vertex; closed when the last vertex repeats the first.
    package var points: [GridPoint]
    /// The numbers of the boundaries, ascending.
    package var boundaries: [Int]

    package init(points: [GridPoint], boundaries: [Int]) { (self.points, self.boundaries) = (points, boundaries) }
}

extension [Int] {
    /// Removes what is in both lists, and adds what is only in the other: both are ascending, without repetitions, and
    /// stay so.
    package mutating func formSymmetricDifference(_ other: [Int]) {
        for number in other {
            let position = firstIndex { $0 >= number } ?? endIndex
            if position < endIndex, self[position] == number {
                remove(at: position)
            } else {
                insert(number, at: position)
            }
        }
    }
}
