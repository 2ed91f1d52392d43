import PlacemarkModel

extension StreetFigures {
    /// For people.
    var lines: [String] {
        let names = extracts.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        return [
            "\(names.joined(separator: ", ")): \(addresses) addresses, "
                + "\(sharedPoints) of them at a point with another one",
            "| | asked | street right | number right | within \(AddressScore.nearStep), of plain numbers "
                + "| interpolated | no number | no street |",
            "|---|---|---|---|---|---|---|---|",
            Self.row("at the address", known), Self.row("8 m beside", beside), Self.row("taken out", takenOut),
        ] + (sizes?.lines ?? []) + (lookups?.lines ?? [])
    }

    private static func row(_ name: String, _ score: AddressScore) -> String {
        func share(_ count: Int, _ all: Int) -> String {
            "\(count) of \(all): \((Double(count) / Double(max(1, all)) * 100).rounded(toDecimals: 1)) %"
        }
        let cells = [
            name, "\(score.asked)", share(score.street, score.asked), share(score.number, score.asked),
            share(score.near, score.plain), "\(score.interpolated)", "\(score.withoutNumber)",
            "\(score.withoutStreet)",
        ]
        return "| \(cells.joined(separator: " | ")) |"
    }
}

extension StreetSizesByPart {
    fileprivate var lines: [String] {
        func line(_ name: String, _ sizes: StreetSizes) -> String {
            "\(name): \(sizes.byteCount) bytes, \(sizes.addresses) addresses, "
                + "\(sizes.kilometers.rounded(toDecimals: 1)) km; "
                + "\(sizes.bytesPerAddress.rounded(toDecimals: 1)) bytes an address, "
                + "\(sizes.bytesPerKilometer.rounded(toDecimals: 0)) bytes a kilometre"
        }
        return [
            line("all streets", all) + "; the extracts have \(extractByteCount) bytes",
            line("streets with addresses", streetsWithAddresses), line("streets alone", withoutAddresses),
            "one more address: \(addedBytesPerAddress.rounded(toDecimals: 1)) bytes",
        ]
    }
}

extension StreetLookupCosts {
    var lines: [String] {
        func pair(_ name: String, _ time: Time) -> String {
            "\(name): median \(time.median.rounded(toDecimals: 1)) µs, p99 \(time.p99.rounded(toDecimals: 1)) µs"
        }
        func megabytes(_ name: String, _ memory: MemoryUse?) -> [String] {
            memory.map { ["\(name): \((Double($0.resident) / 1e6).rounded(toDecimals: 2)) MB"] } ?? []
        }
        return [
            pair("placemark, world file alone, warm", worldWarm), pair("with the pack, warm", warm),
            pair("with the pack, cold", cold),
        ] + megabytes("memory added by all look-ups, world file alone", worldMemory)
            + megabytes("memory added by all look-ups, with the pack", memory)
    }
}
