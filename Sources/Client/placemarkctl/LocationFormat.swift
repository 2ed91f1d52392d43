import ArgumentParser
import PlacemarkModel

/// How `location` writes a position.
enum LocationFormat: Hashable {
    case text, json
    /// One word or line that says where it is, without degrees.
    case grid(GridReference)
}

extension LocationFormat: RawRepresentable, CaseIterable, ExpressibleByArgument {
    static let allCases: [LocationFormat] = [.text, .json] + GridReference.allCases.map(LocationFormat.grid)

    init?(rawValue: String) {
        guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = format
    }

    var rawValue: String {
        switch self {
        case .text: "text"
        case .json: "json"
        case .grid(let grid): grid.rawValue
        }
    }
}

/// What the helps of `get` and `location` say of the grids.
enum GridHelp {
    static let list = """
        GRIDS
          maidenhead  JN47sd, a locator of radio amateurs; reduced: JN47
          mgrs        32TNT3950420964, 1 m; reduced: 32TNT32, 10 km
          utm         32T 539505 5220965, 1 m; reduced: 32T 540000 5220000, 10 km
          plusCode    8FVF4GRC+CC, 14 m; reduced: 8FVF4G00+, 5.6 km
          geohash     u0qu0tubp, 4.8 m; reduced: u0qu0, 4.9 km
        """
}
