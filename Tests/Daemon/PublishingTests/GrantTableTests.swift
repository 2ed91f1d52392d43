import PlacemarkModel
@testable import Publishing
import Testing

@Suite("Grants")
struct GrantTableTests {
    private func grant(_ userID: UInt32, for seconds: Double, at start: Double = 0) -> Grant {
        Grant(userID: userID, purpose: "test", duration: .seconds(seconds), start: at(start))
    }

    @Test("a grant holds until its end, and not at its end")
    func time() {
        var table = GrantTable()
        let isAdded = table.add(grant(1000, for: 600, at: 10))
        #expect(isAdded)
        #expect(table.nextEnd == at(610))
        #expect(table.hasGrant(1000, at: at(10)) && table.hasGrant(1000, at: at(609.999)))
        #expect(!table.hasGrant(1000, at: at(610)) && !table.hasGrant(1001, at: at(10)))
        let (early, due) = (table.removeEnded(at: at(609)), table.removeEnded(at: at(610)))
        #expect(early.isEmpty && due.map(\.userID) == [1000])
        #expect(table.all.isEmpty && table.nextEnd == nil)
    }

    @Test("a user has one grant, the last one; a hundred users may have one each")
    func bounds() {
        var table = GrantTable()
        let added = (0..<UInt32(GrantTable.mostGrants)).map { table.add(grant($0, for: 100)) }
        #expect(!added.contains(false))
        let (another, again) = (table.add(grant(5000, for: 100)), table.add(grant(7, for: 5)))
        #expect(!another && again)
        #expect(table.all.count == GrantTable.mostGrants && table.all.first?.userID == 7)
        let (removed, none, hasRoom) = (table.remove(7), table.remove(7), table.add(grant(5000, for: 100)))
        #expect(removed == grant(7, for: 5) && none == nil && hasRoom)
    }

    @Test(
        "what is no grant is a bad request",
        arguments: [
            "", "1000", "1000 10m", "alice 10m van", "-1 10m van", "4294967295 10m van", "4294967296 10m van",
            "1000 0s van", "1000 25h van", "1000 1e3 van", "1000 ten van", "1000 10m  ", "1000 10m a\tb",
            "1000 10m a\u{202E}b", "1000 10m " + String(repeating: "x", count: 201),
        ])
    func mistakes(arguments: String) {
        let error = #expect(throws: RequestError.self) { try GrantsRequest(granting: arguments) }
        if case .badRequest = error {} else { Issue.record("\(String(describing: error))") }
    }

    @Test("a purpose may have blanks and 200 bytes, and the time is one word")
    func parsing() throws {
        #expect(throws: Never.self) {
            try GrantsRequest(granting: "1000 24h " + String(repeating: "x", count: 200))
        }
        #expect(
            try GrantsRequest(granting: "1000 1h30m  find the van")
                == .grant(userID: 1000, duration: .seconds(5400), purpose: "find the van"))
        #expect(try GrantsRequest(revoking: "0") == .revoke(userID: 0))
        #expect(throws: RequestError.self) { try GrantsRequest(revoking: "") }
    }
}
