import FoundationEssentials
import LocationEngine
import PlacemarkModel
@testable import Publishing
import Testing
import Web

@Suite("Entity tags")
struct EntityTagTests {
    private func tag(_ snapshot: StatusSnapshot, at seconds: Double) -> EntityTag {
        EntityTag(of: Answer.json(snapshot.status(at: at(seconds), precision: .precise).news).bytes)
    }

    @Test("time that passes is no news, also while the next placemark is waited for; another city is")
    func time() throws {
        var waiting = Snapshots.cupertino
        waiting.next = .wait(until: at(62))
        let early = waiting.status(at: at(3), precision: .precise)
        #expect(early.geocoding?.nextIn != nil && early != waiting.status(at: at(6), precision: .precise))
        #expect(tag(waiting, at: 3) == tag(waiting, at: 6))
        let other = waiting.named("Sunnyvale")
        #expect(tag(waiting, at: 3) != tag(other, at: 3))
    }

    @Test("a stay and a heading that last are no news; the end of the stay, and another heading, are")
    func lasting() {
        var snapshot = Snapshots.cupertino
        snapshot.compasses = [StubRooms.compass]
        snapshot.heading = Heading(trueHeading: 81, origin: .compass, receivedAt: at(2))
        snapshot.visit = Visit(
            coordinate: Snapshots.fix.coordinate, horizontalAccuracy: 20, arrival: nil, arrivedAt: at(-300))
        func visits(at seconds: Double) -> EntityTag {
            EntityTag(of: Answer.json(VisitsReport(snapshot, at: at(seconds)).news).bytes)
        }
        let early = (tag(snapshot, at: 3), visits(at: 3))
        #expect(early == (tag(snapshot, at: 6), visits(at: 6)))
        snapshot.heading?.trueHeading = 120
        #expect(tag(snapshot, at: 3) != early.0)
        snapshot.visit = nil
        #expect(visits(at: 3) != early.1)
    }

    @Test("an answer and its tag are of one moment, also when the source turns stale between two looks at the clock")
    func oneMoment() throws {
        // Each look at the clock is a second later, and the source is stale after some of them.
        final class Clock: @unchecked Sendable { var seconds = 2.0 }
        let clock = Clock()
        let feed = StatusFeed(
            Snapshots.cupertino, track: nil,
            now: {
                clock.seconds += 1
                return at(clock.seconds)
            })
        let router = Router(feed: feed, access: .ownUser, requests: nil)
        let root = PeerCredentials(userID: 0, groupIDs: [])
        var states: Set<SourceState> = []
        for _ in 0..<60 {
            let reply = try router.reply(to: .status, precision: .precise, from: root, isTagged: true)
            guard case .now(let answer) = reply else {
                Issue.record("it is not answered at once")
                return
            }
            let status = try JSONDecoder().decode(Status.self, from: Data(answer.bytes))
            #expect(answer.tag == EntityTag(of: Answer.json(status.news).bytes), "\(clock.seconds)")
            states.insert(status.source.state)
        }
        #expect(states.count > 1)
    }

    @Test(
        "a client has the answer when one of its tags is this one, however strong it says that it is",
        arguments: [(["*"], true), (["W/\"a\"", "TAG"], true), (["STRONG"], true), (["W/\"a\""], false), ([], false)])
    func matches(members: [String], isKnown: Bool) {
        let tag = EntityTag(of: Answer.text("Cupertino").bytes)
        let strong = String(tag.description.dropFirst(2))
        let sent = members.map { $0.replacing("TAG", with: tag.description).replacing("STRONG", with: strong) }
        #expect(EntityTags(sent).contain(tag.description) == isKnown)
    }
}
