import Gazetteer
import PlacemarkModel

/// A country of towns that are all laid out alike, as large as is asked for: its streets are made when they are needed,
/// and always the same.
///
/// A town has 11 streets each way, 100 m apart and a kilometre long, with 67 houses on each: one each 15 m, which is what
/// 20 million addresses on 300,000 km come to. Towns lie 3 km apart in a square, from 47° N 1° E eastward and northward.
struct SyntheticCountry: Sequence {
    static let housesPerStreet = 67
    static let streetsPerTown = 22
    private static let spacingInMeters = 100.0
    private static let townSpacingInMeters = 3000.0

    let townCount: Int

    init(addressCount: Int) {
        let perTown = Self.streetsPerTown * Self.housesPerStreet
        townCount = Swift.max(1, (addressCount + perTown / 2) / perTown)
    }

    var addressCount: Int { townCount * Self.streetsPerTown * Self.housesPerStreet }
    var lengthInKilometers: Double { Double(townCount * Self.streetsPerTown) }

    func makeIterator() -> some IteratorProtocol<Street> {
        (0..<townCount * Self.streetsPerTown).lazy.map { street($0) }.makeIterator()
    }

    /// - Parameter number: 0..<townCount * streetsPerTown
    func street(_ number: Int) -> Street {
        let (town, line) = number.quotientAndRemainder(dividingBy: Self.streetsPerTown)
        let isEastward = line < Self.streetsPerTown / 2
        let across = Double(line % (Self.streetsPerTown / 2)) * Self.spacingInMeters
        var noise = SeededRandom(seed: UInt64(number))
        func point(along: Double, aside: Double) -> StreetPoint {
            isEastward
                ? self.point(inTown: town, east: along, north: across + aside)
                : self.point(inTown: town, east: across + aside, north: along)
        }
        let middle = (0...10).map {
            point(along: Double($0) * Self.spacingInMeters, aside: .random(in: -3...3, using: &noise))
        }
        let houses = (0..<Self.housesPerStreet).map { house in
            let side = house.isMultiple(of: 2) ? 1.0 : -1.0
            let radius = house % 4 == 3 ? 0.0 : .random(in: 5...9, using: &noise)
            return HouseNumber(
                text: "\(house + 1)\(house % 10 == 9 ? "a" : "")",
                point: point(
                    along: 5 + Double(house) * 14.8 + .random(in: -2...2, using: &noise),
                    aside: side * .random(in: 10...18, using: &noise)),
                radiusInMeters: radius, postalCode: "\(10_000 + town % 80_000)")
        }
        return Street(
            name: Self.name(town * 7919 + line * 104_729), kind: line % 5 == 0 ? .tertiary : .residential,
            lines: [middle], numbers: houses)
    }

    private func point(inTown town: Int, east: Double, north: Double) -> StreetPoint {
        let side = Int(Double(townCount).squareRoot().rounded(.up))
        let scale = LocalScale(atLatitude: 47)
        let (row, column) = town.quotientAndRemainder(dividingBy: side)
        let latitude = 47 + (Double(row) * Self.townSpacingInMeters + north) / scale.metersPerDegreeNorth
        let longitude = 1 + (Double(column) * Self.townSpacingInMeters + east) / scale.metersPerDegreeEast
        return StreetPoint(longitude: Int32(longitude * 1e7), latitude: Int32(latitude * 1e7))
    }

    /// One of 20,000 names.
    private static func name(_ number: Int) -> String {
        let first = ["Linden", "Bahnhof", "Schul", "Kirch", "Berg", "Wiesen", "Mühl", "Garten"]
        let last = ["strasse", "weg", "gasse", "platz", "ring"]
        let (rest, beginning) = (number / first.count, first[number % first.count])
        return "\(beginning)\(rest / last.count % 500)\(last[rest % last.count])"
    }
}
