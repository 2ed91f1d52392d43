public import PlacemarkModel

/// A world of named places in one read-only file, used where it lies in the page cache.
///
/// Opening checks the file; nothing is parsed or copied. Every answer takes no lock, and may be asked for on any thread.
/// A file that is damaged after it was opened gives fewer or wrong answers, but never stops the program.
public final class Gazetteer: Sendable {
    public typealias Check = FileCheck

    /// The same for world files with the same content and the same detail packs: from the checksums of their headers,
    /// which hold those of the layers.
    public let identity: UInt64
    /// The file's layers, also those that this version does not use.
    public let layers: [LayerDescription]
    let file: MappedFile
    let world: WorldLayers
    /// The detail packs beside it.
    let details: DetailPacks
    /// The names of places, or why they cannot be searched.
    let searchLayer: Result<SearchLayer, SearchError>

    /// That of the world file without any packs.
    private let worldIdentity: UInt64

    /// Opens and checks a gazetteer.
    ///
    /// - Parameter details: The packs that know more of a part of the world than the file does.
    public init(path: String, check: Check = .full, details: [DetailPack] = []) throws(GazetteerError) {
        self.details = DetailPacks(details)
        let opened = try OpenedFile(path: path)
        file = opened.file
        let header = opened.header
        // FNV-1's prime: the order of the packs counts.
        worldIdentity = opened.identity
        identity = self.details.packs.reduce(opened.identity) { $0 &* 0x100_0000_01B3 ^ $1.identity }
        layers = header.layers.map(\.description)
        world = try WorldLayers(header, bytes: file.bytes, path: path)
        searchLayer = try Self.searchLayer(of: header, in: file.bytes, path: path)
        if check == .full {
            for layer in header.layers { try opened.check(layer) }
        }
        try opened.finish()
    }

    /// A file without the layer, or with one of another version, serves all other purposes.
    private static func searchLayer(
        of header: FileHeader, in bytes: UnsafeRawBufferPointer, path: String
    ) throws(GazetteerError) -> Result<SearchLayer, SearchError> {
        guard let layer = header.layers.first(where: { $0.description.id == LayerID.search }) else {
            return .failure(.noSearchLayer)
        }
        do throws(SearchLayer.Fault) {
            return .success(try SearchLayer(bytes: UnsafeRawBufferPointer(rebasing: bytes[layer.range])))
        } catch {
            switch error {
            case .unsupportedVersion: return .failure(.unsupportedSearchLayer)
            case .cutOff: throw .damaged(path: path, what: "its layer \"\(layer.description.name)\" is cut off")
            }
        }
    }

    private init(worldOf other: Gazetteer) {
        (details, file, world, searchLayer) = (DetailPacks([]), other.file, other.world, other.searchLayer)
        (layers, identity, worldIdentity) = (other.layers, other.worldIdentity, other.worldIdentity)
    }

    /// The same open world file as if there were no packs beside it: nothing that it answers touches one.
    public func withoutDetailPacks() -> Gazetteer { Gazetteer(worldOf: self) }

    var places: PlacesLayer { world.places }

    /// The detail packs beside the world file, in the order in which they are asked.
    public var detailPacks: [DetailPack] { details.packs }

    /// The size of the whole file.
    public var byteCount: Int { file.bytes.count }

    /// The number of places.
    public var placeCount: Int { places.placeCount }

    /// Gives back the memory that look-ups have taken, for a caller that seldom asks. The next look-up takes its pages
    /// from the page cache again, which costs some ten microseconds.
    public func releaseMemory() {
        file.releaseMemory()
        for pack in details.packs { pack.file.releaseMemory() }
    }

    /// The place with this number, 0..<`placeCount`. Neighbours in number are mostly neighbours on earth.
    public func place(at index: Int) -> Place? {
        let place = places.place(at: index)
        return file.isLost ? nil : place
    }

    /// The place whose centre is nearest, and how far away that is along the ground. Nil when there is no place at all.
    ///
    /// Exact: the same as a scan of all places for the smallest chord between unit vectors (the places' are stored as
    /// Float32, 0.4 m). Of places at the same point, the one with the most inhabitants.
    public func nearestPlace(to coordinate: Coordinate) -> (place: Place, distanceInMeters: Double)? {
        guard let index = indicesOfPlaces(around: coordinate)?.nearest, let place = place(at: index) else { return nil }
        return (place, coordinate.distance(to: place.coordinate))
    }

    /// The numbers of the place that people there would name and of the nearest one, as `NearestSearch` finds them.
    ///
    /// With a country (two ASCII letters, the first in the low byte), only places in it count.
    package func indicesOfPlaces(
        around coordinate: Coordinate, country: UInt16? = nil
    ) -> (named: Int, nearest: Int)? {
        guard !file.isLost else { return nil }
        // The layer points into the mapping, but does not keep it.
        return withExtendedLifetime(file) { NearestSearch.find(in: places, from: coordinate, country: country) }
    }

    /// Walks through every record and through the tree, and returns what is wrong with them; empty when all is well.
    ///
    /// A file whose checksums are right fails this only when its builder was wrong. At most `limit` faults are named.
    public func verify(limit: Int = 10) -> [String] {
        var faults: [String] = []
        for index in 0..<places.placeCount where faults.count < limit {
            if let fault = places.fault(at: index) { faults.append("place \(index): \(fault)") }
        }
        if faults.count < limit, let fault = places.treeFault() { faults.append(fault) }
        if faults.count < limit, let fault = places.countryFault() { faults.append(fault) }
        if case .success(let layer) = searchLayer {
            faults += layer.verify(against: places, limit: limit - faults.count)
        }
        for (name, layer) in [
            ("zones", world.zones), ("states", world.states), ("counties", world.counties), ("water", world.water),
            ("municipalities", world.municipalities),
        ] where faults.count < limit {
            faults += (layer?.faults(limit: limit - faults.count) ?? []).map { "\(name): \($0)" }
        }
        if faults.count < limit, let layer = world.postalCodes { faults += layer.faults(limit: limit - faults.count) }
        if faults.count < limit, let layer = world.postalCodeIndex {
            faults += layer.faults(limit: limit - faults.count)
        }
        if faults.count < limit, let layer = world.cities {
            faults += layer.faults(placeCount: placeCount, limit: limit - faults.count)
        }
        if faults.count < limit, let layer = world.airports { faults += layer.faults(limit: limit - faults.count) }
        if faults.count < limit, let layer = world.postalCities { faults += layer.faults(limit: limit - faults.count) }
        if faults.count < limit, let layer = world.countryNames { faults += layer.faults(limit: limit - faults.count) }
        if faults.count < limit, let layer = world.names {
            faults += layer.faults(placeCount: placeCount, limit: limit - faults.count)
        }
        if faults.count < limit, let layer = world.customPlaces { faults += layer.faults(limit: limit - faults.count) }
        file.releaseMemory()
        return faults
    }
}
