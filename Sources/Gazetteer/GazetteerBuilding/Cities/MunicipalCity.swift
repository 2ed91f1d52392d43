import Gazetteer
import PlacemarkModel

/// Which city a municipality is, by its name and by the places in it.
struct MunicipalCity {
    let places: [Place]
    let sources: PlaceSources
    let kinds: PlaceKinds

    /// The city of a municipality: the largest place inside that bears its name, or a village too small to be a place; else its
    /// largest place, if that is known to be more than the municipality's name; else its own name, if that can be shown; else
    /// its largest place.
    func city(
        ofMunicipality ownName: String, country: String, areaInSquareMeters: Double, inside: [Int],
        villages: [String] = []
    ) -> CitiesLayerWriter.City? {
        let ranked = inside.sorted { (places[$1].population, $0) < (places[$0].population, $1) }
        let name = MunicipalName(ownName, country: country)
        let namesake = namesake(of: name, among: ranked)
        let seat = ranked.first { !kinds.isQuarter(sources.cities[$0]) } ?? ranked.first
        let isSpacious = MunicipalityRules.isSpacious(
            areaInSquareMeters: areaInSquareMeters,
            inhabitantsOfCity: (namesake ?? seat).map { places[$0].population } ?? 0)
        func city(_ identity: CitiesLayerWriter.City.Identity) -> CitiesLayerWriter.City {
            .init(identity, isSpacious: isSpacious)
        }
        // Where its own name counts, that has lost its accents in places: `Sant Julia de Loria`.
        if let namesake,
            !MunicipalityRules.countriesOfOwnNames.contains(country) || places[namesake].name == name.text
                || FoldedName(places[namesake].name) == FoldedName(name.text)
                    && places[namesake].name.utf8.count > name.text.utf8.count
        {
            if MunicipalityRules.countriesWithBoroughs.contains(country), kinds.isQuarter(sources.cities[namesake]) {
                return nil
            }
            return city(.place(namesake))
        }
        if MunicipalityRules.countriesOfNamesakesOnly.contains(country) { return nil }
        if let village = villages.first(where: name.isBorne) { return city(.name(village)) }
        if let seat, !name.isUnion, !MunicipalityRules.keepsOwnName(country), isDominant(seat, among: inside) {
            return city(.place(seat))
        }
        if name.isWhole, MunicipalityRules.isClean(name.text, country: country) { return city(.name(name.text)) }
        if let seat { return city(.place(seat)) }
        return villages.count == 1 ? city(.name(villages[0])) : nil
    }

    /// Whether people call the municipality by its largest place, whatever its own name is: by the country's capital (Sofia, and
    /// not "Stolichna Obshtina"), by the seat of a county or a state that has most of the inhabitants, or by a large city that has
    /// nearly all of them (Cancún, and not "Benito Juárez"). Joined villages with a name of their own have no such place.
    private func isDominant(_ place: Int, among inside: [Int]) -> Bool {
        let rank = kinds.seatRank(sources.cities[place])
        let inhabitants = Double(places[place].population)
        let share = inhabitants / Double(max(1, inside.reduce(0) { $0 + places[$1].population }))
        return rank >= PlaceKinds.rankOfCapital || rank >= PlaceKinds.rankOfCounty && share > Self.leastShareOfSeat
            || inhabitants >= Self.leastInhabitantsOfCity && share > Self.leastShareOfCity
    }

    private static let leastShareOfSeat = 0.6
    private static let (leastShareOfCity, leastInhabitantsOfCity) = (0.9, 200_000.0)

    /// The first of some places that bears a name as its own, else among its other names; else one that bears half of it,
    /// unless the name is that of a union, which is no single village's.
    private func namesake(of name: MunicipalName, among ranked: [Int]) -> Int? {
        func bears(_ place: Int, _ isMeant: (String) -> Bool) -> Bool {
            sources.cities[place].usableAlternateNames.contains(where: isMeant)
        }
        if let place = ranked.first(where: { name.isBorne(by: places[$0].name) }) { return place }
        let others = ranked.filter { place in
            bears(place, name.isBorne)
                && !(name.isUnion && (name.hasHalf(places[place].name) || kinds.isQuarter(sources.cities[place])))
        }
        // GeoNames has some twice: as the seat, and as "Wettswil (Dorf)".
        if let place = others.first(where: { kinds.isSeat(sources.cities[$0]) }) ?? others.first { return place }
        if name.isUnion { return nil }
        return ranked.first { name.hasHalf(places[$0].name) } ?? ranked.first { bears($0, name.hasHalf) }
    }
}
