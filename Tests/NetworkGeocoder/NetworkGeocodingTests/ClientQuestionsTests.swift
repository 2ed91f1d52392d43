@testable import NetworkGeocoding
import PlacemarkModel
import Testing

@Suite("Questions of clients for a network geocoder")
struct ClientQuestionsTests {
    private let questions = ClientQuestions()

    /// Asks until no more questions are taken. Returns how many were.
    private func crowd(_ user: UInt32, isOperator: Bool = false) -> Int {
        let client = GeocodeClient(userID: user, isOperator: isOperator)
        return (0..<100).prefix { _ in questions.begin(client) }.count
    }

    @Test("one user leaves half of the places to others, and all of them a reserve to root (fault 89)")
    func shares() {
        #expect(crowd(1000) == 14)
        #expect(crowd(1001) == 14)
        #expect(crowd(1002) == 0)
        #expect(crowd(0, isOperator: true) == 4)
        #expect(crowd(0, isOperator: true) == 0)
    }

    @Test("what has ended makes room, for this user and for others")
    func ended() {
        #expect(crowd(1000) == 14)
        for _ in 0..<14 { questions.end(GeocodeClient(userID: 1000)) }
        #expect(crowd(1001) == 14)
        #expect(crowd(1000) == 14)
        #expect(crowd(0, isOperator: true) == 4)
        questions.end(GeocodeClient(userID: 1001))
        // The operator has taken the reserve: there are as many as all others may have together.
        #expect(crowd(1001) == 0)
        questions.end(GeocodeClient(userID: 0, isOperator: true))
        #expect(crowd(0, isOperator: true) == 2)
    }

    @Test("root alone may take all places")
    func root() { #expect(crowd(0, isOperator: true) == ClientQuestions.most) }
}
