/// The texts that MapKit has in `MKAddressRepresentations`, made from what the placemark has: so one that is limited to
/// reduced precision gives nothing away here either. The few words between the names are English.
extension Placemark {
    /// The city and what tells it from others of the same name: `Cupertino, California`, `Vaduz, Liechtenstein`.
    ///
    /// Without a locality the water, or the smallest area that has a name, takes its place: `Lake Geneva, Switzerland`,
    /// `North Sea`; far from any place it says how far: `120 km from Tamanrasset, Algeria`.
    public var cityWithContext: String? {
        let context = custom.tellsCitiesApartByState ? [administrativeArea, country] : [country]
        if let remoteness { return Self.line([remoteness, Self.first(context, otherThan: name)]) }
        if let city = locality ?? inlandWater { return Self.line([city, Self.first(context, otherThan: city)]) }
        if let ocean { return ocean }
        if let area = subAdministrativeArea ?? administrativeArea {
            let wider = subAdministrativeArea == nil ? [country] : context
            return Self.line([area, Self.first(wider, otherThan: area)])
        }
        return country ?? name
    }

    /// Street and house number in the order of the country's custom: `1 Infinite Loop`, `Städtle 49`, `大手町一丁目5-12`. Without a number the
    /// street alone; nil without a street.
    public var streetAddress: String? {
        guard let thoroughfare else { return nil }
        return line(custom.streetLine(of: thoroughfare)) { $0 == "N" ? subThoroughfare : thoroughfare }
    }

    /// The whole address on one line: a name that is not the city's, the street, postal code, city and state in the
    /// order of the country's custom, and the country.
    public var fullAddress: String? {
        var parts = [streetAddress] + area + [country]
        if let remoteness {
            parts.insert(remoteness, at: 0)
        } else if let name, ![locality, administrativeArea, thoroughfare].contains(name), !parts.contains(name) {
            parts.insert(name, at: 0)
        }
        // Singapore is in Singapore: of two equal names on end, one is enough.
        if locality == country { parts.removeLast() }
        return Self.line(parts)
    }

    /// `120 km from Tamanrasset`; nil when the named place is not distant, or there is none.
    private var remoteness: String? {
        guard distant == true, locality == nil, let name else { return nil }
        guard let distance, distance >= 1000, distance < 1e9 else { return "near \(name)" }
        return "\(Int((distance / 1000).rounded())) km from \(name)"
    }

    private var custom: AddressCustom { AddressCustom(isoCountryCode: isoCountryCode) }

    /// What stands between street and country.
    private var area: [String?] {
        if locality != nil { return [cityLine] }
        let state = custom.tellsCitiesApartByState ? administrativeArea : nil
        if let inlandWater { return [inlandWater, state] }
        if let ocean { return [ocean] }
        return [subAdministrativeArea, administrativeArea]
    }

    private var cityLine: String {
        line(custom.cityLine) { symbol in
            switch symbol {
            case "C": locality
            case "S": stateInAddress == locality ? nil : stateInAddress
            default: postalCode
            }
        }
    }

    /// The order with each of its letters replaced.
    private func line(_ order: String, _ value: (Character) -> String?) -> String {
        var (line, separator) = ("", "")
        for symbol in order {
            guard symbol.isLetter else {
                separator.append(symbol)
                continue
            }
            // What there is not takes the separator before it along.
            if let value = value(symbol) { line += (line.isEmpty ? "" : separator) + value }
            separator = ""
        }
        return line
    }

    /// `CA` where letters are the custom and known, else `California`.
    private var stateInAddress: String? {
        guard custom.abbreviatesState, let letters = isoSubdivisionCode?.split(separator: "-").last else {
            return administrativeArea
        }
        return String(letters)
    }

    private static func first(_ names: [String?], otherThan name: String?) -> String? {
        names.lazy.compactMap(\.self).first { $0 != name }
    }

    /// The names that exist, without one that equals the name before it; nil when there are none.
    private static func line(_ names: [String?]) -> String? {
        var line: [String] = []
        for case let name? in names where line.last != name { line.append(name) }
        return line.isEmpty ? nil : line.joined(separator: ", ")
    }
}
