import GazetteerBuilding
import Glibc
import PlacemarkModel

/// An address of an extract, for asking whether a detail pack knows it.
struct TrueAddress: Hashable {
    var point: SourcePoint
    /// As `StreetNames.key` writes it.
    var street: String
    /// As `key(ofNumber:)` writes it.
    var number: String

    /// `12 A` and `12a` are one number.
    static func key(ofNumber text: String) -> String { text.lowercased().filter { !$0.isWhitespace } }

    var coordinate: Coordinate { point.coordinate }

    /// A position beside it, in a direction that follows from the address's place in a list: 137.5° on each time (the
    /// golden angle, which spreads any row of directions evenly).
    func coordinate(beside distanceInMeters: Double, index: Int) -> Coordinate {
        let angle = Double(index) * .pi * (3 - 5.0.squareRoot())
        let scale = LocalScale(atLatitude: coordinate.latitude)
        return Coordinate(
            clampingLatitude: coordinate.latitude + distanceInMeters * cos(angle) / scale.metersPerDegreeNorth,
            wrappingLongitude: coordinate.longitude + distanceInMeters * sin(angle) / scale.metersPerDegreeEast)
    }
}

/// The addresses of an extract, divided into those that a pack is made with and those that are taken out before.
struct AddressSplit {
    /// One of so many is taken out.
    let interval: Int
    private(set) var known: [TrueAddress] = []
    private(set) var takenOut: [TrueAddress] = []
    /// The number of each street with a house number, in the order in which they first come.
    private var orders: [[String]: Int] = [:]
    private var keys: [UInt32: String] = [:]
    /// The keys of streets by the names that placemarks show, where these are others: Москва is shown as Moscow.
    private(set) var shownKeys: [String: String] = [:]

    /// - Parameter interval: 2 or more; 0 takes nothing out.
    init(takingOutOneOf interval: Int) { self.interval = interval }

    /// Notes an address, and decides whether it is taken out. All with one number of one street stay or go together,
    /// or the one that stays would give the other away.
    mutating func takesOut(_ address: ExtractedAddress, of extracted: ExtractedStreets) -> Bool {
        let street = key(ofStreet: address.name, extracted.names)
        return takesOut(
            TrueAddress(
                point: address.point, street: street,
                number: TrueAddress.key(ofNumber: extracted.numbers.values[Int(address.number)])))
    }

    mutating func takesOut(_ address: TrueAddress) -> Bool {
        let order = orders[[address.street, address.number]] ?? orders.count
        orders[[address.street, address.number]] = order
        let isTakenOut = interval > 0 && order % interval == interval - 1
        if isTakenOut { takenOut.append(address) } else { known.append(address) }
        return isTakenOut
    }

    private mutating func key(ofStreet name: UInt32, _ names: StreetNames) -> String {
        if let key = keys[name] { return key }
        let (key, shown) = (names.key(name), StreetNames.key(names.shown(name)))
        if shown != key { shownKeys[shown] = key }
        keys[name] = key
        return key
    }

    /// The key of a street by the name that a placemark shows.
    func key(ofShown name: String) -> String {
        let key = StreetNames.key(name)
        return shownKeys[key] ?? key
    }
}
