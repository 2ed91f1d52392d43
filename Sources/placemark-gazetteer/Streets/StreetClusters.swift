/// Puts together what lies near to each other: pieces, and so their owners, with gaps up to a distance.
struct StreetClusters {
    /// The number of its cluster for each owner, the clusters counted in the order of their first owners.
    private(set) var ofOwner: [Int] = []
    private(set) var count = 0

    /// - Parameters:
    ///   - ownerCount: The owners are the numbers below.
    ///   - gap: 300 m at least. What has its middle in the same cube, with sides of two thirds of the gap, is together
    ///     without a measurement: so thousands of points take no longer than a few.
    init(_ pieces: [StreetPiece], ownerCount: Int, gapInMeters gap: Double) {
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
            let (a, b) = (root(Int(pieces[Int(a)].owner)), root(Int(pieces[Int(b)].owner)))
            parents[max(a, b)] = min(a, b)
        }
        // Two cubes on, middles are a gap and a whole piece apart.
        let cubes = StreetCubes(pieces, sideInMeters: gap * 2 / 3)
        for cube in cubes.cubes {
            let own = cubes[cube]
            for piece in own.dropFirst() { join(own[0], piece) }
        }
        for cube in cubes.cubes {
            let own = cubes[cube]
            for steps in 1...2 as ClosedRange<Int32> {
                cubes.forEach(steps, from: cube) { others in
                    // All of a cube are together, so one that is near is enough.
                    let (a, b) = (pieces[Int(own[0])].owner, pieces[Int(others[0])].owner)
                    guard root(Int(a)) != root(Int(b)) else { return }
                    for piece in own {
                        for other in others where pieces[Int(piece)].distance(to: pieces[Int(other)]) <= gap {
                            return join(piece, other)
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
