import PlacemarkModel

extension WorldLayers {
    /// Gives the city of a detail pack, which has the name of its limits, the name that the world file has for the reader: in
    /// one answer and along one way a city has one name, whoever knows its limits. Where the world file has none in the
    /// reader's languages, the pack's counts.
    ///
    /// The pack's city and the world's are the same when the pack calls it as the world does, or as people there write it.
    func nameCity(
        ofPack city: DetailPacks.City, _ placemark: inout Placemark, _ lookup: ReverseLookup, _ reader: ReaderLanguages?
    ) {
        guard let own = placemark.locality else { return }
        var shown = city.translation ?? own
        if let place = lookup.city?.city.place ?? lookup.named, let name = places.name(at: place),
            own == name || own == localName(ofPlace: place)
        {
            shown = reader?.translation(of: NameKey(place: place)) ?? city.translation ?? name
        }
        if placemark.name == own { placemark.name = shown }
        placemark.locality = shown
        if placemark.subLocality == shown { placemark.subLocality = nil }
    }

    /// Whether a place has this name in one of the languages of the file.
    func isCalled(_ place: Int, _ name: String) -> Bool {
        var isCalled = false
        names?.forEachName(of: NameKey(place: place)) { other, _ in
            if other.elementsEqual(name.utf8) { isCalled = true }
        }
        return isCalled
    }

    /// What people there write, where that is not what everybody is shown.
    func localName(ofPlace place: Int) -> String? {
        guard let names, let local = names.number(ofLanguage: NamesFormat.local),
            case .name(let name) = names.name(of: NameKey(place: place), in: [local])
        else { return nil }
        return name
    }
}

extension Placemark {
    /// Gives sea and lake their names in the reader's language.
    mutating func nameWater(for reader: ReaderLanguages) {
        ocean = ocean.map { reader.name(of: NameKey(water: $0), orDefault: $0) }
        inlandWater = inlandWater.map { reader.name(of: NameKey(water: $0), orDefault: $0) }
    }

    /// Gives the state its name in the reader's language.
    mutating func nameState(for reader: ReaderLanguages) {
        guard let name = administrativeArea else { return }
        administrativeArea = reader.name(of: isoSubdivisionCode.flatMap { NameKey(state: $0) }, orDefault: name)
    }
}
