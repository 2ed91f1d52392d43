import SimulationSupport
import Testing

@Suite("What a fleet asks of a geocoding server")
struct FleetTests {
    /// Of a line of the table: requests a day without a cache, behind one of streets, and behind one of cities.
    private struct Row {
        let box: String
        let policy: String
        let requests: [Double]

        init?(_ line: Substring) {
            let cells = line.split(separator: "|").map { cell in
                String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
            guard cells.count == 5 else { return nil }
            (box, policy, requests) = (cells[0], cells[1], cells[2...].compactMap { Double($0) })
        }
    }

    @Test(
        "a week of three boxes never exceeds a request a second; the policies keep to their pace, and a cache saves",
        .timeLimit(.minutes(5)))
    func week() async throws {
        let output = try await OptimizedSimulation.run(["--fleet", "--days", "7"])
        let rows = output.split(separator: "\n").compactMap(Row.init)
        #expect(rows.count == 18 && !output.contains("violated"), "\(output)")
        func requests(_ box: String, _ policy: String) throws -> [Double] {
            let row = try #require(rows.first { $0.box == box && $0.policy == "`\(policy)`" }, "\(box), \(policy)")
            try #require(row.requests.count == 3, "\(output)")
            return row.requests
        }
        for box in ["delivery van", "liveaboard boat", "parked car"] {
            let (guidance, change) = try (requests(box, "distance-and-time"), requests(box, "on-change"))
            let (listing, each) = try (requests(box, "distance-or-time"), requests(box, "every-fix"))
            // The listing asks each minute, whether the box moves or not.
            #expect((1400...1450).contains(listing[0]) && guidance[0] < 400, "\(box)")
            #expect(change[0] <= guidance[0] && each[0] > 10_000, "\(box)")
            // A stop costs a request at most: the van makes sixty on six days a week, the others a few.
            for (policy, with) in [("distance-and-time", guidance), ("on-change", change)] {
                let without = try requests(box, "\(policy)`, `AtRest=no")
                #expect(with[0] - without[0] <= 62, "\(box), \(policy)")
            }
            for counts in [guidance, change, listing, each] {
                #expect(counts[1] <= counts[0] && counts[2] <= counts[1], "\(box)")
            }
        }
    }
}
