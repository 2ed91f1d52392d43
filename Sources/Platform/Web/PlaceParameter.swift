package import PlacemarkModel

/// The parameters that say which place is meant, in all interfaces of our own: `latitude`, `longitude` and `text`.
///
/// The first clients of the daemon wrote `lat`, `lon` and `q`. These are understood for ever, instead of the others or beside
/// them. Nominatim's and Photon's interfaces have names of their own, which are not these.
package struct PlaceParameter: Sendable {
    package static let latitude = PlaceParameter(name: "latitude", shortName: "lat")
    package static let longitude = PlaceParameter(name: "longitude", shortName: "lon")
    package static let text = PlaceParameter(name: "text", shortName: "q")

    package let name: StaticString
    package let shortName: StaticString

    /// Why no place is meant.
    package enum Mistake: Error, Hashable, Sendable {
        /// Both names are there, with different values.
        case contradiction(name: String, shortName: String)
        case noCoordinate, noText

        /// For people; says nothing of what was asked for.
        package var sentence: String {
            switch self {
            case .contradiction(let name, let shortName):
                "'\(name)' and '\(shortName)' are the same parameter, and have different values here"
            case .noCoordinate: "'latitude' and 'longitude' are in degrees, such as 47.141 and 9.521"
            case .noText: "'text' is the name of a place"
            }
        }
    }

    /// The position that is meant. Throws when there is none, or it cannot be read.
    package static func coordinate(in parameters: some ParameterValues) throws(Mistake) -> Coordinate {
        guard let latitude = try latitude.value(in: parameters), let longitude = try longitude.value(in: parameters),
            let coordinate = Coordinate(parsingLatitude: latitude, longitude: longitude)
        else { throw .noCoordinate }
        return coordinate
    }

    /// What is searched for: a letter at least. Throws when there is nothing.
    package static func text(in parameters: some ParameterValues) throws(Mistake) -> String {
        guard let text = try text.value(in: parameters), text.contains(where: \.isLetter) else { throw .noText }
        return text
    }

    /// The value under either name; nil where there is none.
    func value(in parameters: some ParameterValues) throws(Mistake) -> String? {
        let (value, other) = (parameters.value(of: name), parameters.value(of: shortName))
        guard value == nil || other == nil || value == other else {
            throw .contradiction(name: "\(name)", shortName: "\(shortName)")
        }
        return value ?? other
    }

    /// The name that is meant by a name, which may be a short one of these, or any other.
    package static func name(meantBy name: String) -> String {
        [latitude, longitude, text].first { "\($0.shortName)" == name }.map { "\($0.name)" } ?? name
    }
}

/// Where the values of parameters come from.
package protocol ParameterValues {
    /// Nil where there is none.
    func value(of name: StaticString) -> String?
}

extension RequestTarget: ParameterValues {
    package func value(of name: StaticString) -> String? { self[name] }
}

extension [String: String]: ParameterValues {
    package func value(of name: StaticString) -> String? { self["\(name)"] }
}
