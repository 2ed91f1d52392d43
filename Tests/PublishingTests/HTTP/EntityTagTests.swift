import PlacemarkCore
@testable import Publishing
import Testing

@Suite("Entity tags")
struct EntityTagTests {
    private func tag(_ snapshot: StatusSnapshot, at seconds: Double) -> EntityTag {
        EntityTag(of: .json(snapshot.status(at: at(seconds), precision: .precise).news))
    }

    @Test("time that passes is no news, also while the next placemark is waited for; another city is")
    func time() throws {
        var waiting = Snapshots.cupertino
        waiting.next = .wait(until: at(62))
        let early = waiting.status(at: at(3), precision: .precise)
        #expect(early.geocoding.nextIn != nil && early != waiting.status(at: at(6), precision: .precise))
        #expect(tag(waiting, at: 3) == tag(waiting, at: 6))
        var other = waiting
        other.placemark?.placemark.locality = "Sunnyvale"
        #expect(tag(waiting, at: 3) != tag(other, at: 3))
    }

    @Test(
        "a client has the answer when one of its tags is this one, however strong it says that it is",
        arguments: [(["*"], true), (["W/\"a\"", "TAG"], true), (["STRONG"], true), (["W/\"a\""], false), ([], false)])
    func matches(members: [String], isKnown: Bool) {
        let tag = EntityTag(of: .text("Cupertino"))
        let strong = String(tag.description.dropFirst(2))
        let sent = members.map { $0.replacing("TAG", with: tag.description).replacing("STRONG", with: strong) }
        #expect(tag.matches(sent) == isKnown)
    }
}
