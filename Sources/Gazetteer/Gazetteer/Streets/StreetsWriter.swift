import PlacemarkModel
import Varints

/// Why some streets cannot be stored.
package enum UnfitStreets: Error, Hashable, CustomStringConvertible {
    case tooLong(name: String)
    case tooManyNames(count: Int)

    package var description: String {
        switch self {
        case .tooLong(let name):
            "the name \"\(name.prefix(40))…\" has more than \(StreetsFormat.longestNameByteCount) bytes"
        case .tooManyNames(let count):
            "\(count) names of streets are more than the format can hold (\(StreetsFormat.largestNameCount))"
        }
    }
}

extension GazetteerWriter {
    /// Adds the layers of streets, and returns what is in them.
    ///
    /// - Parameters:
    ///   - streets: It is gone through twice, and must be the same each time.
    ///   - description: Of all layers, but for their numbers and names.
    @discardableResult
    package mutating func addStreets(
        _ streets: some Sequence<Street>, description: LayerDescription
    ) throws(UnfitStreets) -> StreetCounts {
        var writer = try StreetsWriter(namesOf: streets)
        for street in streets { writer.add(street) }
        let (index, tiles, names) = writer.layers
        add(LayerID.streets, index, description: description.named("streets"))
        add(LayerID.streetTiles, tiles, description: description.named("street tiles"))
        add(LayerID.streetNames, names, description: description.named("street names"))
        writer.addTranslations(to: &detailPackNames)
        return writer.counts
    }
}

/// How much streets are.
package struct StreetCounts: Hashable, Sendable {
    /// Streets with a middle, and villages and the like whose houses stand alone.
    package var (roads, places) = (0, 0)
    package var (houses, interpolatedHouses) = (0, 0)
    package var lengthInMeters = 0.0
}

/// Sorts streets into tiles.
struct StreetsWriter {
    private let names: FrontCodedNamesWriter
    private let postalCodes: FrontCodedNamesWriter
    /// What streets are called besides, with the name that is stored.
    private var otherNames: Set<OtherName> = []
    /// The pieces of all tiles, as they are stored, in the order in which they came.
    private var bytes: [UInt8] = []
    private var pieces: [(key: UInt32, name: UInt32, start: Int, count: UInt32)] = []
    private(set) var counts = StreetCounts()

    /// How many streets of a name that is stored have each translation.
    private var translations: [String: [Translation: Int]] = [:]

    private struct OtherName: Hashable {
        var name, stored: String
    }

    private struct Translation: Hashable {
        var language, name: String
    }

    init(namesOf streets: some Sequence<Street>) throws(UnfitStreets) {
        var (names, codes): (Set<String>, Set<String>) = ([], [])
        for street in streets {
            names.insert(street.name)
            for name in street.otherNames { otherNames.insert(OtherName(name: name, stored: street.name)) }
            for (language, name) in street.translations {
                translations[street.name, default: [:]][Translation(language: language, name: name), default: 0] += 1
            }
            for house in street.numbers {
                try Self.check(house.text)
                if let code = house.postalCode { codes.insert(code) }
            }
        }
        for name in names { try Self.check(name) }
        for code in codes { try Self.check(code) }
        let count = max(names.count, codes.count)
        guard count <= StreetsFormat.largestNameCount else { throw .tooManyNames(count: count) }
        (self.names, postalCodes) = (FrontCodedNamesWriter(names), FrontCodedNamesWriter(codes))
    }

    /// Of the translations of a name into a language, the one that most streets have; of several, the first in order.
    func addTranslations(to writer: inout DetailPackNamesWriter) {
        for (shown, counts) in translations {
            guard let number = names.numbers[shown] else { continue }
            var chosen: [String: (name: String, count: Int)] = [:]
            for (translation, count) in counts {
                let best = chosen[translation.language]
                if count > best?.count ?? 0 || count == best?.count && translation.name < best?.name ?? "" {
                    chosen[translation.language] = (translation.name, count)
                }
            }
            writer.add(.street(Int(number)), chosen.mapValues(\.name), shown: shown)
        }
    }

    private static func check(_ name: String) throws(UnfitStreets) {
        if name.utf8.count > StreetsFormat.longestNameByteCount { throw .tooLong(name: name) }
    }

    /// A house on one side of a chain.
    private struct PlacedHouse {
        let chain: Int
        let side: StreetSide
        let along: Double
        let record: HouseRecord
    }

    mutating func add(_ street: Street) {
        if street.kind == .place { counts.places += 1 } else { counts.roads += 1 }
        counts.houses += street.numbers.count
        counts.interpolatedHouses += street.numbers.count(where: \.isInterpolated)
        let chains = StreetChain.joined(street.lines).compactMap { StreetChain($0) }
        var placed: [PlacedHouse] = []
        var alone: [(record: HouseRecord, metersPerUnit: SIMD2<Double>)] = []
        for house in street.numbers {
            let record = HouseRecord(house, postalCode: house.postalCode.flatMap { postalCodes.numbers[$0] })
            if let place = Self.place(record, along: chains) {
                placed.append(place)
            } else {
                alone.append((record, StreetChain.metersPerUnit(at: house.point)))
            }
        }
        let usualCode = Self.mostCommon(placed.map(\.record) + alone.map(\.record))
        placed.sort { ($0.chain, $0.along, $0.record.number) < ($1.chain, $1.along, $1.record.number) }
        let placedOnChain = Dictionary(grouping: placed, by: \.chain)
        for (number, chain) in chains.enumerated() {
            add(chain, of: street, houses: placedOnChain[number] ?? [], usualCode: usualCode)
        }
        addAlone(alone, of: street, usualCode: usualCode)
    }

    /// Where a house stands along the nearest chain; nil when it is too far from all of them.
    private static func place(_ record: HouseRecord, along chains: [StreetChain]) -> PlacedHouse? {
        var nearest: (chain: Int, foot: StreetFoot)?
        for (number, chain) in chains.enumerated() {
            guard let foot = chain.foot(of: chain.near(record.point)), foot.distance <= StreetReach.ofPlotInMeters,
                foot.distance < nearest?.foot.distance ?? .infinity
            else { continue }
            nearest = (number, foot)
        }
        return nearest.map { chain, foot in
            var record = record
            record.point = chains[chain].near(record.point)
            return PlacedHouse(chain: chain, side: foot.side, along: foot.along, record: record)
        }
    }

    /// The postal code that most of the houses have; of several, the first in order. Nil when none has one.
    private static func mostCommon(_ houses: [HouseRecord]) -> UInt32? {
        let counts = houses.reduce(into: [UInt32: Int]()) { counts, house in
            if let code = house.postalCode { counts[code, default: 0] += 1 }
        }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    private mutating func add(_ chain: StreetChain, of street: Street, houses: [PlacedHouse], usualCode: UInt32?) {
        let parts = chain.parts
        counts.lengthInMeters += parts.last?.along.upperBound ?? 0
        for (number, part) in parts.enumerated() {
            // A house at a cut belongs to one part only; the last part has its end.
            func belongs(_ along: Double) -> Bool {
                along >= part.along.lowerBound && (along < part.along.upperBound || number == parts.count - 1)
            }
            let sides = StreetSide.allCases.map { side in
                let onSide = houses.filter { $0.side == side }
                var record = StreetPieceRecord.Side(houses: onSide.filter { belongs($0.along) }.map(\.record))
                if let house = onSide.last(where: { $0.along < part.along.lowerBound && $0.record.number > 0 }) {
                    record.before = .init(
                        number: house.record.number, distanceInMeters: part.along.lowerBound - house.along)
                }
                if let house = onSide.first(where: {
                    $0.along >= part.along.upperBound && $0.record.number > 0 && !belongs($0.along)
                }) {
                    record.after = .init(
                        number: house.record.number, distanceInMeters: house.along - part.along.upperBound)
                }
                return record
            }
            add(
                StreetPieceRecord(
                    name: names.numbers[street.name] ?? 0, kind: street.kind,
                    postalCode: Self.mostCommon(sides.flatMap(\.houses)) ?? usualCode, column: part.column,
                    row: part.row, points: part.points, sides: sides, metersPerUnit: chain.metersPerUnit))
        }
    }

    private mutating func addAlone(
        _ houses: [(record: HouseRecord, metersPerUnit: SIMD2<Double>)], of street: Street, usualCode: UInt32?
    ) {
        let tiles = Dictionary(grouping: houses) { house in
            SIMD2(house.record.point.x / StreetsFormat.tileSide, house.record.point.y / StreetsFormat.tileSide)
        }
        for (tile, houses) in tiles.sorted(by: { ($0.key.y, $0.key.x) < ($1.key.y, $1.key.x) }) {
            let records = houses.map(\.record)
            add(
                StreetPieceRecord(
                    name: names.numbers[street.name] ?? 0, kind: street.kind,
                    postalCode: Self.mostCommon(records) ?? usualCode, column: tile.x, row: tile.y, points: [],
                    sides: [.init(houses: records)], metersPerUnit: houses[0].metersPerUnit))
        }
    }

    private mutating func add(_ piece: StreetPieceRecord) {
        let stored = piece.bytes
        let key = Morton.interleaved(UInt32(StreetPlane.column(piece.column)), UInt32(piece.row))
        pieces.append((key, piece.name, bytes.count, UInt32(stored.count)))
        bytes += stored
    }

    /// The layer with the index and the names, the layer with the tiles, and that with the names as people type them.
    var layers: (index: [UInt8], tiles: [UInt8], names: [UInt8]) {
        var tiles = CheckedPiecesWriter()
        tiles.reserveCapacity(bytes.count + bytes.count / 16)
        let sorted = pieces.sorted { ($0.key, $0.start) < ($1.key, $1.start) }
        var tilesOfName = [[Int]](repeating: [], count: names.count)
        for pieces in sorted.chunked(by: { $0.key == $1.key }) {
            var tile: [UInt8] = []
            tile.append(varint: UInt64(pieces.count))
            for piece in pieces {
                tile += bytes[piece.start..<piece.start + Int(piece.count)]
                if tilesOfName[Int(piece.name)].last != tiles.count { tilesOfName[Int(piece.name)].append(tiles.count) }
            }
            tiles.append(tile, key: pieces[pieces.startIndex].key)
        }
        var layer: [UInt8] = []
        let fields = [
            Int(StreetsFormat.version), tiles.count, names.count, names.bytes.count, postalCodes.count,
            postalCodes.bytes.count, tiles.pieces.count / CheckedPiecesFormat.alignment, pieces.count,
            Int((counts.lengthInMeters / 1000).rounded()), counts.houses,
        ]
        for field in fields { layer.append(littleEndian: UInt32(field)) }
        for section in [tiles.index, names.blocks, names.bytes, postalCodes.blocks, postalCodes.bytes] {
            layer.pad(toMultipleOf: StreetsFormat.sectionAlignment)
            layer += section
        }
        let typed =
            names.numbers.map { ($0.key, $0.value) }
            + otherNames.compactMap { other in names.numbers[other.stored].map { (other.name, $0) } }
        return (layer, tiles.pieces, DetailNamesWriter(typed, tilesOfName: tilesOfName).bytes)
    }
}

extension Array {
    /// The runs of neighbours that belong together.
    fileprivate func chunked(by belongTogether: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
        var chunks: [ArraySlice<Element>] = []
        var start = startIndex
        for index in indices.dropFirst() where !belongTogether(self[index - 1], self[index]) {
            chunks.append(self[start..<index])
            start = index
        }
        if start < endIndex { chunks.append(self[start...]) }
        return chunks
    }
}
