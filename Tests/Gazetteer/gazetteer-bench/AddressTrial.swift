import Gazetteer
import GazetteerBuilding
import PlacemarkModel

/// How often a street and a house number are right, for one way of asking.
struct AddressScore: Codable, Equatable {
    var asked = 0
    /// The street is right; of these, the number, too.
    var (street, number) = (0, 0)
    /// How many have a number that is nothing but digits; of these, street right and number four away at most.
    var (plain, near) = (0, 0)
    /// How many answers say that their number is interpolated, and how many have no number or no street.
    var (interpolated, withoutNumber, withoutStreet) = (0, 0, 0)

    /// What somebody at a position is told.
    struct Answer: Equatable {
        /// As `StreetNames.key` and `TrueAddress.key(ofNumber:)` write them.
        var street, number: String?
        var isInterpolated = false
    }

    /// How far a number may be from the right one, to be near: two houses on, on the same side.
    static let nearStep = 4

    /// Counts an answer. It is right where it is one of the addresses at the very point: the extract has all of them
    /// there, and nobody can ask for one alone. Its number is near by the first of them, the one that was asked for.
    ///
    /// - Parameter truth: At least one.
    mutating func add(_ answer: Answer, truth: [TrueAddress]) {
        asked += 1
        let inStreet = truth.filter { $0.street == answer.street }
        if !inStreet.isEmpty { street += 1 }
        if inStreet.contains(where: { $0.number == answer.number }) { number += 1 }
        if let wanted = truth.first.flatMap({ Self.plain($0.number) }) {
            plain += 1
            let given = answer.number.flatMap { Int($0.prefix { $0.isASCII && $0.isNumber }) }
            if let given, abs(given - wanted) <= Self.nearStep, truth[0].street == answer.street { near += 1 }
        }
        if answer.isInterpolated { interpolated += 1 }
        if answer.number == nil { withoutNumber += 1 }
        if answer.street == nil { withoutStreet += 1 }
    }

    private static func plain(_ number: String) -> Int? {
        number.allSatisfy { $0.isASCII && $0.isNumber } ? Int(number) : nil
    }
}

/// Asks a pack for the addresses of the extract that it was made of.
struct AddressTrial {
    /// What was asked, and what came.
    struct Question {
        var address: TrueAddress
        var position: Coordinate
        var answer: AddressScore.Answer
        /// Whether street and number are right.
        var isRight: Bool
    }

    struct Result {
        var score = AddressScore()
        var questions: [Question] = []
    }

    /// How far beside an address: half a narrow house, or what a good fix is off.
    static let besideInMeters = 8.0

    private let split: AddressSplit
    private let answer: (Coordinate) -> Placemark?
    private let addressesAtPoint: [SourcePoint: [TrueAddress]]

    init(_ split: AddressSplit, answer: @escaping (Coordinate) -> Placemark?) {
        (self.split, self.answer) = (split, answer)
        addressesAtPoint = Dictionary(grouping: split.known + split.takenOut, by: \.point)
    }

    /// How many addresses share their point with another one.
    var sharedCount: Int { addressesAtPoint.values.lazy.map { Set($0).count }.filter { $0 > 1 }.reduce(0, +) }

    func atKnown() -> Result { ask(split.known) { address, _ in address.coordinate } }

    func besideKnown() -> Result { ask(split.known) { $0.coordinate(beside: Self.besideInMeters, index: $1) } }

    func atTakenOut() -> Result { ask(split.takenOut) { address, _ in address.coordinate } }

    private func ask(_ addresses: [TrueAddress], at position: (TrueAddress, Int) -> Coordinate) -> Result {
        var result = Result()
        for (index, address) in addresses.enumerated() {
            let position = position(address, index)
            let placemark = answer(position)
            let answer = AddressScore.Answer(
                street: placemark?.thoroughfare.map(split.key(ofShown:)),
                number: placemark?.subThoroughfare.map(TrueAddress.key(ofNumber:)),
                isInterpolated: placemark?.subThoroughfareInterpolated == true)
            let truth = [address] + (addressesAtPoint[address.point] ?? []).filter { $0 != address }
            let right = result.score.number
            result.score.add(answer, truth: truth)
            result.questions.append(
                Question(
                    address: address, position: position, answer: answer, isRight: result.score.number > right))
        }
        return result
    }
}
