import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer

/// Why an answer is what it is, asked of the world as `make gazetteer` builds it.
@Suite("Explanations")
struct ExplanationTests {
    private let gazetteer: Gazetteer

    init() throws { gazetteer = try RealWorld.gazetteer }

    private func explanation(_ latitude: Double, _ longitude: Double) throws -> Explanation {
        try #require(gazetteer.explanation(at: Coordinate(latitude, longitude)))
    }

    @Test("exactly one rule for the city is chosen where there is a city, and it is the placemark's")
    func oneRule() throws {
        var generator = SeededRandom(seed: 29)
        var cities = 0
        for _ in 0..<3000 {
            // Near places, because most of the world is empty sea.
            let index = Int.random(in: 0..<gazetteer.placeCount, using: &generator)
            let place = try #require(gazetteer.place(at: index))
            let here = place.coordinate.jittered(by: 0.05, using: &generator)
            let placemark = gazetteer.placemark(at: here)
            let explanation = try #require(gazetteer.explanation(at: here))
            let chosen = explanation.steps.filter { $0.question == .city && $0.isChosen }
            #expect(chosen.map(\.answer) == (placemark?.locality.map { [$0] } ?? []), "near \(place.name)")
            #expect(chosen.compactMap(\.rule) == (placemark?.localitySource.map { [$0.rawValue] } ?? []))
            let states = explanation.steps.filter { $0.question == .state && $0.isChosen }
            #expect(states.first?.answer == placemark?.administrativeArea)
            cities += chosen.count
        }
        #expect(cities > 2500)
    }

    @Test("says which rules had another answer, and why it does not count")
    func rules() throws {
        let berlin = try explanation(52.4345, 13.2584)
        let code = try #require(berlin.steps.first { $0.rule == "code" })
        #expect(code.answer == "Berlin" && code.isChosen)
        let guess = try #require(berlin.steps.first { $0.question == .city && $0.rule == "nearest" })
        #expect(!guess.isChosen)

        let timesSquare = try explanation(40.758, -73.9855)
        let post = try #require(timesSquare.steps.first { $0.rule == "post" })
        #expect(post.answer == "New York City" || post.answer == "New York")
        #expect(post.isChosen && post.source == "postal cities")
    }

    @Test("on the water it names the water, and says whether a place is near enough")
    func water() throws {
        let ocean = try explanation(30, -40)
        let ground = try #require(ocean.steps.first { $0.question == .ground })
        #expect(ground.answer == "North Atlantic Ocean")
        #expect(!ocean.steps.contains { $0.question == .city && $0.isChosen })
        let pier = try #require(try explanation(41.8917, -87.5976).steps.first { $0.question == .ground })
        #expect(pier.answer == "Lake Michigan" && pier.reason.contains("5 km"))
    }
}
