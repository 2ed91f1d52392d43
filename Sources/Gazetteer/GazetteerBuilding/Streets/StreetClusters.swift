/// Puts together what lies near to each other: segments, and so their owners, with gaps up to a distance.
struct StreetClusters {
    /// The number of its cluster for each owner, the clusters counted in the order of their first owners.
    private(set) var ofOwner: [Int] = []
    private(set) var count = 0

    /// - Parameters:
    ///   - ownerCount: The owners are the numbers below.
    ///   - gap: 300 m at least. What has its middle in the same cube, with sides of two thirds of the gap, is together
    ///     without a measurement: so thousands of points take no longer than a few.
    init(_ segments: [StreetSegment], ownerCount: Int, gapInMeters gap: Double) {
        var parents = Array(0..<ownerCount)
        func root(_ owner: Int) -> Int {
            var owner = owner
            while parents[owner] != owner {
                parents[owner] = parents[parents[owner]]
                owner = parents[owner]
            }
            return owner
        }
        func join(_ a: Int32, _ b: Int32) {
            let (a, b) = (root(Int(segments[Int(a)].owner)), root(Int(segments[Int(b)].owner)))
            parents[max(a, b)] = min(a, b)
        }
        // Two cubes on, middles are a gap and a whole segment apart.
        let cubes = StreetCubes(segments, sideInMeters: gap * 2 / 3)
        for cube in cubes.cubes {
            let own = cubes[cube]
            for segment in own.dropFirst() { join(own[0], segment) }
        }
        for cube in cubes.cubes {
            let own = cubes[cube]
            for steps in 1...2 as ClosedRange<Int32> {
                cubes.forEach(steps, from: cube) { others in
                    // All of a cube are together, so one that is near is enough.
                    let (a, b) = (segments[Int(own[0])].owner, segments[Int(others[0])].owner)
                    guard root(Int(a)) != root(Int(b)) else { return }
                    for segment in own {
                        for other in others where segments[Int(segment)].distance(to: segments[Int(other)]) <= gap {
                            return join(segment, other)
                        }
                    }
                }
            }
        }
        var numbers: [Int: Int] = [:]
        for owner in 0..<ownerCount {
            let root = root(owner)
            if numbers[root] == nil { numbers[root] = numbers.count }
            ofOwner.append(numbers[root] ?? 0)
        }
        count = numbers.count
    }
}
