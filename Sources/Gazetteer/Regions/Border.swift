/// A line that separates regions: whoever crosses it enters or leaves each of `regions`.
package struct Border: Hashable, Sendable {
    /// From vertex to vertex; closed when the last is the first once more.
    package var points: [GridPoint]
    /// The numbers of the regions, ascending.
    package var regions: [Int]

    package init(points: [GridPoint], regions: [Int]) { (self.points, self.regions) = (points, regions) }
}

extension [Int] {
    /// Takes out what is in both lists, and adds what was not: both are ascending, without repetitions, and stay so.
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
