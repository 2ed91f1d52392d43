/// The colours of a picture, which are those of the page (`map/model/palette.js`).
struct MapColors {
    /// Red, green and blue in one number.
    var land, water, river, waterText, halo, text, minorText: UInt32
    var country, state, county, streetCase, street, mainStreet, motorway, path, rail: UInt32
    var buildingEdge, shield, shieldEdge, mark: UInt32
    /// Of the grid's labels, which the page draws in its own colours and not in the map's (`map/page.css`).
    var gridText, gridGround: UInt32
    var built, farmland, grass, park, wood, sand, rock, ice, pier, building, breakwater: UInt32
    /// Of what is deeper than so many metres, the shallowest first.
    var depths: [(depth: Double, color: UInt32)]
    var user, pin, region, regionInside: UInt32
    /// By speed, from the slowest, which an unknown one is taken for.
    var speeds: [UInt32]

    static let light = MapColors(
        land: 0xF6F3EC, water: 0xA9D3EA, river: 0xA9D3EA, waterText: 0x3C6F8F, halo: 0xFDFCF9, text: 0x353B45,
        minorText: 0x5D6673,
        country: 0xA396A8, state: 0xC9C0C9, county: 0xDCD5D8, streetCase: 0xDDD6C8, street: 0xFFFFFF,
        mainStreet: 0xFFF2CC, motorway: 0xFFD98F, path: 0xCFC6B4, rail: 0x9298A1,
        buildingEdge: 0xC3B8A8, shield: 0xFFFDF5, shieldEdge: 0x8A8271,
        mark: 0x4F6F8A, gridText: 0x1D2430, gridGround: 0xFFFFFF,
        built: 0xEBE6DC, farmland: 0xF3F0DD, grass: 0xE0ECD0, park: 0xCFE6C3, wood: 0xC4DCB9, sand: 0xF2E6C2,
        rock: 0xDFDAD3, ice: 0xEAF4F9, pier: 0xE9E3D8, building: 0xDBD2C5, breakwater: 0xA89F92,
        depths: [(200, 0x9DCBE5), (2000, 0x91C2DF), (4000, 0x86B9D8)],
        user: 0x0A74FF, pin: 0xE0620D, region: 0x7A5CFF, regionInside: 0x16A34A,
        speeds: [0x7D8793, 0x2B7BD6, 0x1AA39A, 0x5AA02C, 0xE29A15, 0xD63A3A])
    static let dark = MapColors(
        land: 0x282D35, water: 0x10426A, river: 0x2A6499, waterText: 0x8AB4D2, halo: 0x1B1F25, text: 0xDFE4EA,
        minorText: 0xA3ADB8,
        country: 0x6C6478, state: 0x474450, county: 0x37363F, streetCase: 0x1A1D22, street: 0x3B414A,
        mainStreet: 0x4D5058, motorway: 0x6E6145, path: 0x4A4E55, rail: 0x6B727D,
        buildingEdge: 0x4B515B, shield: 0x30353D, shieldEdge: 0x7D7763,
        mark: 0x86A3BB, gridText: 0xEEF1F5, gridGround: 0x20242B,
        built: 0x2D3139, farmland: 0x2B3033, grass: 0x29342F, park: 0x24372C, wood: 0x20322A, sand: 0x3B382F,
        rock: 0x35373B, ice: 0x3D4A57, pier: 0x363B43, building: 0x3A3F48, breakwater: 0x565C66,
        depths: [(200, 0x0E3B60), (2000, 0x0C3556), (4000, 0x0A2F4C)],
        user: 0x3D95FF, pin: 0xFF9440, region: 0xA48FFF, regionInside: 0x4ADE80,
        speeds: [0x9AA4B0, 0x82B8FF, 0x8FE3D8, 0xA8DD7F, 0xFFBF47, 0xFF6B6B])

    /// Where one colour ends and the next begins, in m/s: those of the page (`map/model/track.js`).
    static let speedLimitsInMetersPerSecond = [1.4, 5.6, 13.9, 25, 36]

    /// The colour of a stretch of the track; nil for an unknown speed.
    func color(ofMetersPerSecond speed: Double?) -> UInt32 {
        guard let speed else { return speeds[0] }
        return speeds[Self.speedLimitsInMetersPerSecond.count { speed >= $0 }]
    }
}
