import Gazetteer

/// One of the two kinds of gazetteers, checked as a whole.
enum GazetteerFile {
    case world(Gazetteer)
    case detailPack(DetailPack)

    init(path: String) throws(GazetteerError) {
        do throws(GazetteerError) {
            self = .world(try Gazetteer(path: path))
        } catch {
            guard case .noPlaces = error else { throw error }
            self = .detailPack(try DetailPack(path: path, check: .full))
        }
    }
}

extension DetailPack {
    /// What it has, in a line.
    var content: String {
        "\(cityCount) cities, \(partCount) parts of cities, \(streetLengthInKilometers) km of streets, "
            + "\(houseCount) houses, \(areaCount) named areas, \(mapFeatureCount) features of the map"
    }
}
