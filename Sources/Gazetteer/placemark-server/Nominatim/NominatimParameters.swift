import HTTPServing
import HTTPTypes
import PlacemarkModel
import Web

/// The parameters of Nominatim, with its checks in its words.
struct NominatimParameters {
    private let target: RequestTarget

    init(_ target: RequestTarget) { self.target = target }

    /// - Parameter usual: what is meant without the parameter; nil where that is XML, which there is none of here.
    func format(default usual: NominatimFormat?) throws(NominatimRefusal) -> NominatimFormat {
        guard let format = target["format"].map(NominatimFormat.init(rawValue:)) ?? usual else {
            let names = NominatimFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw NominatimRefusal(
                status: .badRequest, message: "Parameter 'format' must be one of: \(names)", shape: .text)
        }
        if flag("debug", otherwise: false) {
            throw NominatimRefusal(status: .badRequest, message: "Debug output is not enabled on this server.")
        }
        return format
    }

    /// A number that must be there.
    func number(_ name: StaticString) throws(NominatimRefusal) -> Double {
        guard let text = target[name] else { throw .missing(name) }
        // `Double` reads hexadecimal digits, which Nominatim does not.
        guard !text.contains(where: { $0 == "x" || $0 == "X" }), let number = Double(text.trimmed), number.isFinite
        else { throw .notANumber(name) }
        return number
    }

    func integer(_ name: StaticString) throws(NominatimRefusal) -> Int? {
        guard let text = target[name] else { return nil }
        guard let number = Int(text.trimmed) else { throw .notANumber(name) }
        return number
    }

    /// Anything but 0 is yes.
    private func flag(_ name: StaticString, otherwise: Bool) -> Bool { target[name].map { $0 != "0" } ?? otherwise }

    func options(addressDetails: Bool) -> NominatimFormat.Options {
        NominatimFormat.Options(
            addressDetails: flag("addressdetails", otherwise: addressDetails),
            extraTags: flag("extratags", otherwise: false), nameDetails: flag("namedetails", otherwise: false),
            entrances: flag("entrances", otherwise: false))
    }

    /// Layers are checked, and make no difference: a gazetteer has the addresses only.
    func checkLayer() throws(NominatimRefusal) {
        let known = ["address", "poi", "railway", "natural", "manmade"]
        for layer in (target["layer"] ?? "").split(separator: ",").map({ $0.trimmed.lowercased() }) {
            guard layer.isEmpty || known.contains(layer) else {
                let message = "Parameter 'layer' must be a comma-separated list of: \(known.joined(separator: ", "))"
                throw NominatimRefusal(status: .badRequest, message: message)
            }
        }
    }

    /// What to search for: `q`, or the parts of an address one after the other; and whether the county is the finest of them,
    /// and so what is meant.
    func query() throws(NominatimRefusal) -> (text: String, isCounty: Bool) {
        func part(_ name: StaticString) -> String? { target[name].flatMap { $0.isEmpty ? nil : $0 } }
        let finest = [part("amenity"), part("street"), part("city")].compactMap(\.self)
        let areas = [part("county"), part("state")].compactMap(\.self)
        let ends = [part("postalcode"), part("country")].compactMap(\.self)
        let parts = finest + areas + ends
        guard let query = target["q"] else {
            if parts.isEmpty { throw NominatimRefusal(status: .badRequest, message: "Nothing to search for.") }
            let isCounty = finest.isEmpty && part("county") != nil && part("postalcode") == nil
            return (parts.joined(separator: ", "), isCounty)
        }
        guard parts.isEmpty else {
            throw NominatimRefusal(
                status: .badRequest,
                message: """
                    Structured query parameters(amenity, street, city, county, state, postalcode, country) cannot be \
                    used together with 'q' parameter.
                    """)
        }
        return (query, false)
    }

    /// ISO 3166-1 alpha-2; nil for all countries.
    var countries: [String]? {
        guard let text = target["countrycodes"] else { return nil }
        let codes = text.split(separator: ",").map { String($0.trimmed) }.filter { $0.utf8.count == 2 }
        return codes.isEmpty ? nil : codes
    }

    /// The part of the map that the user looks at; nil when none is told, or it cannot be read.
    var viewBox: ViewBox? {
        let numbers = (target["viewbox"] ?? target["viewboxlbrt"] ?? "").split(separator: ",").map {
            Double($0.trimmed)
        }
        guard numbers.count == 4, let x1 = numbers[0], let y1 = numbers[1], let x2 = numbers[2], let y2 = numbers[3],
            let one = Coordinate(latitude: y1, longitude: x1), let other = Coordinate(latitude: y2, longitude: x2)
        else { return nil }
        return ViewBox(one: one, other: other, isBounding: flag("bounded", otherwise: false))
    }

    /// The function that the answer is to be an argument of, for pages that load answers as scripts.
    func callback() throws(NominatimRefusal) -> String? {
        guard let name = target["json_callback"] else { return nil }
        let isIdentifier = name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            part.first.map { !$0.isNumber } ?? false
                && part.utf8.allSatisfy { byte in
                    switch Unicode.Scalar(byte) {
                    case "a"..."z", "A"..."Z", "0"..."9", "_": true
                    default: false
                    }
                }
        }
        guard isIdentifier else {
            throw NominatimRefusal(status: .badRequest, message: "Invalid json_callback value")
        }
        return name
    }
}

/// A rectangle of the map.
struct ViewBox {
    let one, other: Coordinate
    /// Whether results outside it are left out.
    let isBounding: Bool

    var middle: Coordinate {
        Coordinate(
            clampingLatitude: (one.latitude + other.latitude) / 2,
            wrappingLongitude: (one.longitude + other.longitude) / 2)
    }

    func contains(_ coordinate: Coordinate) -> Bool {
        guard isBounding else { return true }
        let latitudes = min(one.latitude, other.latitude)...max(one.latitude, other.latitude)
        let longitudes = min(one.longitude, other.longitude)...max(one.longitude, other.longitude)
        return latitudes ~= coordinate.latitude && longitudes ~= coordinate.longitude
    }
}
