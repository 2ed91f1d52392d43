import FoundationEssentials
import Gazetteer

/// Finds the ISO 3166-2 codes of states and provinces by what the sources of places call them: "US-CA", "CH-ZH".
///
/// Reads pycountry's `iso3166-2.json` and the catalogues of `subdivision-names`, one for each language, whose originals
/// are the names in the list.
package struct SubdivisionCodes: Sendable {
    /// A state as GeoNames or Natural Earth has it.
    package struct State: Hashable, Comparable {
        /// ISO 3166-1 alpha-2.
        package var country: String
        package var name: String
        /// GeoNames' own code: letters and digits of many kinds.
        package var admin1Code: String?

        package init(country: String, name: String, admin1Code: String?) {
            (self.country, self.name, self.admin1Code) = (country, name, admin1Code)
        }

        package static func < (a: State, b: State) -> Bool {
            (a.country, a.name, a.admin1Code ?? "") < (b.country, b.name, b.admin1Code ?? "")
        }
    }

    /// One subdivision of the list.
    struct Subdivision: Decodable, Equatable {
        /// `DE-BY`
        var code: String
        var name: String
        /// The subdivision that it is a part of, if any.
        var parent: String?
    }

    private struct List: Decodable {
        var subdivisions: [Subdivision]

        private enum CodingKeys: String, CodingKey { case subdivisions = "3166-2" }
    }

    /// A subdivision with all its names.
    private struct Candidate {
        var code: String
        var isPart: Bool
        /// Folded, a set for each `NameKind`.
        var names: [Set<String>]

        /// Whether it has this name, in any language and without the words that say what it is.
        func isCalled(_ name: FoldedState) -> Bool {
            NameKind.allCases.contains { kind in
                name.key(for: kind).map(names[kind.rawValue].contains) ?? false
            }
        }
    }

    /// A name as it is compared.
    private struct FoldedState {
        let whole, core: String?

        init(_ name: String) { (whole, core) = (FoldedSubdivisionName.whole(name), FoldedSubdivisionName.core(name)) }

        func key(for kind: NameKind) -> String? { kind.rawValue < NameKind.core.rawValue ? whole : core }
    }

    /// Which names of the subdivisions a state's name is looked for among, the surest ones first.
    private enum NameKind: Int, CaseIterable {
        case name, englishName, foreignName, core, foreignCore
    }

    /// By ISO country code, in the order of the list.
    private let candidates: [String: [Candidate]]
    /// What each subdivision is called, in its own languages and in others, by its code.
    private(set) var names: [String: [String]] = [:]

    package init(directory: String) throws(SourceError) {
        let list = try JSONSource.read(List.self, from: "\(directory)/iso3166-2.json").subdivisions
        var catalogues: [(language: String, translations: [String: String])] = []
        for language in try MOFile.languages(in: "\(directory)/subdivision-names") {
            let file = try MOFile(path: "\(directory)/subdivision-names/\(language).mo")
            catalogues.append((language, file.translations))
        }
        self.init(list, catalogues: catalogues)
    }

    init(_ list: [Subdivision], catalogues: [(language: String, translations: [String: String])]) {
        var candidates: [String: [Candidate]] = [:]
        for subdivision in list {
            guard let country = subdivision.code.split(separator: "-").first else { continue }
            let own = Self.variants(subdivision.name) + (Self.exonyms[subdivision.code] ?? [])
            let english = catalogues.filter { $0.language == "en" }.compactMap { $0.translations[subdivision.name] }
                .flatMap(Self.variants)
            let foreign = catalogues.compactMap { $0.translations[subdivision.name] }.flatMap(Self.variants)
            names[subdivision.code] = own + english + foreign
            let whole = FoldedSubdivisionName.whole
            let core = FoldedSubdivisionName.core
            candidates[String(country), default: []].append(
                Candidate(
                    code: subdivision.code, isPart: subdivision.parent != nil,
                    names: [
                        Set(own.map(whole)), Set(english.map(whole)), Set(foreign.map(whole)),
                        Set((own + english).compactMap(core)), Set(foreign.compactMap(core)),
                    ]))
        }
        self.candidates = candidates
    }

    /// A name as it is, and its parts: "Catalunya [Cataluña]", "Asturias, Principado de", "Bolama / Bijagós",
    /// "Davao (Region XI)".
    private static func variants(_ name: String) -> [String] {
        let parts = name.split { "[](),/;*".contains($0) }.map(String.init).filter { $0.count >= 3 }
        return [name] + parts
    }

    /// The codes of those states that can be told; what is not certain is left out.
    ///
    /// A code goes to one state only, and a state that could be two subdivisions gets none. So all states of a country
    /// are to be asked for together: "Moscow" takes its code before "Moscow Oblast" is looked for by "Moscow" alone.
    package func codes(for states: Set<State>) -> [State: String] {
        var codes: [State: String] = [:]
        for (country, states) in Dictionary(grouping: states, by: \.country) {
            guard let candidates = candidates[country] else { continue }
            codes.merge(Self.codes(for: states.sorted(), among: candidates, country: country)) { first, _ in first }
        }
        return codes
    }

    private static func codes(for states: [State], among candidates: [Candidate], country: String) -> [State: String] {
        var codes: [State: String] = [:]
        var isTaken: Set<String> = []
        /// Gives each state that has no code yet the only free candidate that fits, if no other state claims it.
        func assign(isPart: Bool, _ fits: (State, Candidate) -> Bool) {
            var claims: [String: [State]] = [:]
            for state in states where codes[state] == nil {
                let found = candidates.filter { $0.isPart == isPart && !isTaken.contains($0.code) && fits(state, $0) }
                if let candidate = found.first, found.count == 1 { claims[candidate.code, default: []].append(state) }
            }
            for (code, states) in claims where Set(states.map(\.name)).count == 1 {
                isTaken.insert(code)
                for state in states { codes[state] = code }
            }
        }
        let keys = Dictionary(uniqueKeysWithValues: states.map { ($0, FoldedState($0.name)) })
        for isPart in [false, true] {
            for kind in NameKind.allCases {
                assign(isPart: isPart) { state, candidate in
                    keys[state]?.key(for: kind).map(candidate.names[kind.rawValue].contains) ?? false
                }
            }
            if !isPart { assignByConvention(states, candidates, country, &codes, &isTaken) }
        }
        // "Brussels Capital" within "Région de Bruxelles-Capitale / Brussels Hoofdstedelijk Gewest": of five letters or
        // more, because short names are parts of others by chance.
        for isPart in [false, true] {
            assign(isPart: isPart) { state, candidate in
                guard let core = keys[state]?.core, core.count >= 5 else { return false }
                return candidate.names[NameKind.core.rawValue].contains { name in
                    name.count >= 5 && (contains(name, core) || contains(core, name))
                }
            }
        }
        return codes
    }

    /// The letters that people write behind a city for its county, where a country's counties have two of them (`MI` of
    /// `IT-MI`), by what the counties are called after.
    func letters(ofCounties counties: Set<AreaNames.State>) -> [AreaNames.State: String] {
        var letters: [AreaNames.State: String] = [:]
        for (country, counties) in Dictionary(grouping: counties, by: \.isoCountryCode) {
            var codesOfSeat: [String: Set<String>] = [:]
            for candidate in candidates[country] ?? [] where candidate.isPart {
                guard let code = candidate.code.split(separator: "-").last, code.utf8.count == 2,
                    code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
                else { continue }
                for name in names[candidate.code] ?? [] {
                    guard let seat = FoldedSubdivisionName.seat(name) else { continue }
                    codesOfSeat[seat, default: []].insert(String(code))
                }
            }
            for county in counties {
                guard let codes = FoldedSubdivisionName.seat(county.name).flatMap({ codesOfSeat[$0] }), codes.count == 1
                else { continue }
                letters[county] = codes.first
            }
        }
        return letters
    }

    /// Whether a subdivision has this name, in any language and without the words that say what it is.
    func isCalled(_ code: String, _ name: String) -> Bool {
        let ofCountry = code.split(separator: "-").first.flatMap { candidates[String($0)] } ?? []
        return ofCountry.first { $0.code == code }?.isCalled(FoldedState(name)) ?? false
    }

    /// How many of a country's subdivisions have this name.
    func count(in country: String, called name: String) -> Int {
        let name = FoldedState(name)
        return (candidates[country] ?? []).count { $0.isCalled(name) }
    }

    /// Whether all words of `part` are words of `whole`.
    private static func contains(_ whole: String, _ part: String) -> Bool {
        let words = Set(whole.split(separator: " "))
        return part.split(separator: " ").allSatisfy(words.contains)
    }

    /// Where GeoNames' codes are those of ISO, as is seen from the states found by name, they also tell the rest.
    private static func assignByConvention(
        _ states: [State], _ candidates: [Candidate], _ country: String, _ codes: inout [State: String],
        _ isTaken: inout Set<String>
    ) {
        let known = states.filter { codes[$0] != nil && $0.admin1Code != nil }
        guard known.count >= 3, known.allSatisfy({ codes[$0] == "\(country)-\($0.admin1Code ?? "")" }) else { return }
        let free = Set(candidates.lazy.filter { !$0.isPart }.map(\.code)).subtracting(isTaken)
        for state in states where codes[state] == nil {
            let code = "\(country)-\(state.admin1Code ?? "")"
            guard free.contains(code) else { continue }
            codes[state] = code
            isTaken.insert(code)
        }
    }
}
