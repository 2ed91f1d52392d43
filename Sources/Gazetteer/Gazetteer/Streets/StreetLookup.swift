public import PlacemarkModel

extension Gazetteer {
    /// The streets near a position, the most likely first, each once; at most eight, none farther away than 100 m. Empty
    /// where no detail pack has streets.
    public func streets(at coordinate: Coordinate) -> [StreetCandidate] {
        guard let plane = StreetPlane(at: coordinate) else { return [] }
        return withExtendedLifetime(details) {
            guard let streets = details.streets(around: plane) else { return [] }
            return streets.nearby.ranked.prefix(8).map { hit in
                StreetCandidate(
                    street: streets.number(ofStreet: hit.name), kind: hit.kind,
                    distanceInMeters: hit.reachInMeters ?? .infinity,
                    directionInDegrees: hit.directionInDegrees)
            }
        }
    }

    /// The name of a street, one of `streets(at:)`; nil for any other number.
    public func name(ofStreet number: UInt32) -> String? {
        let (pack, street) = (Int(number >> 24), Int(number & 0xFF_FFFF) - 1)
        guard street >= 0, details.packs.indices.contains(pack) else { return nil }
        let file = details.packs[pack].file
        return withExtendedLifetime(details) {
            file.isLost ? nil : details.packs[pack].streets?.names.name(street)
        }
    }
}

extension DetailPacks {
    /// The streets of one pack near a position.
    struct Streets {
        /// The number of the pack, in the order of the rule.
        let pack: Int
        let nearby: NearbyStreets
        let layer: StreetsLayer
        let plane: StreetPlane
        /// What the pack's streets are called in the reader's languages.
        var names: DetailPackNames?

        /// Stands for the name of a street among those of all packs; never 0.
        func number(ofStreet name: Int) -> UInt32 {
            UInt32(truncatingIfNeeded: pack & 0xFF) << 24 | UInt32(truncatingIfNeeded: name + 1)
        }

        /// Gives the placemark street, number and postal code.
        ///
        /// - Parameter street: The street that the box is known to be in; nil for the most likely one.
        func apply(to placemark: inout Placemark, inStreet street: UInt32?) {
            let known = nearby.hits.first { number(ofStreet: $0.name) == street }?.name
            guard let address = nearby.address(inStreet: known, around: plane),
                let name = names?.name(of: .street(address.street)) ?? layer.names.name(address.street)
            else { return }
            placemark.geocoder = DetailPack.geocoder
            placemark.thoroughfare = name
            placemark.subThoroughfare = address.houseNumber
            placemark.subThoroughfareInterpolated = address.isInterpolated ? true : nil
            // `distance` leads to the place in `name`, which stays there while it is distant: nobody is 158 km from the
            // street that he stands in.
            if placemark.distant != true { placemark.name = placemark.streetAddress }
            if let code = address.postalCode.flatMap({ layer.postalCodes.name($0) }) { placemark.postalCode = code }
        }
    }
}
