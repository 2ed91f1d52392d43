/// Names of seas that Natural Earth writes otherwise than people do.
enum SeaNames {
    static let corrected = [
        "INDIAN OCEAN": "Indian Ocean",
        "SOUTHERN OCEAN": "Southern Ocean",
        "Prince ALbert Sound": "Prince Albert Sound",
        "Gulf of Olen‘k": "Gulf of Olenyok",
        "Gulf of Khambhät": "Gulf of Khambhat",
        "Inner Sea": "Seto Inland Sea",
        "Inner Seas": "Inner Seas off the West Coast of Scotland",
        // The lagoon, not the city.
        "Kaliningrad": "Curonian Lagoon",
    ]

    /// Names of this source that are inland waters, or rivers, rather than parts of an ocean.
    static let inland: Set = [
        "Amazon River", "Baird Inlet", "Bras d'Or Lake", "Caspian Sea", "Columbia River", "Curonian Lagoon",
        "Garabogaz Bay", "Husky Lakes", "Lago de Maracaibo", "Lagoa dos Patos", "Lake Pontchartrain",
        "Ozero Mogotoyevo", "Saint Lawrence River", "Stettiner Haff", "Yangtze River",
    ]
}
