/// A line that separates regions: crossing it enters or leaves each of `regions`.
package struct Border: Hashable, Sendable {
    /// From vertex to vertex; closed when the last vertex repeats the first.
    package var points: [GridPoint]
    /// The numbers of the regions, ascending.
    package var regions: [Int]

    package init(points: [GridPoint], regions: [Int]) { (self.points, self.regions) = (points, regions) }
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
