import Gazetteer

/// Whether the detail packs beside the world file can be used.
struct DetailPackCheck {
    /// The files that can be used, each with the age of its data, in the order in which they are asked.
    let packs: [String]
    /// Why the others cannot.
    let faults: [GazetteerError]

    /// Nil where there is no pack at all, which is no fault.
    var finding: DoctorFinding? {
        if let fault = faults.first {
            let others = faults.count > 1 ? " (and \(faults.count - 1) more)" : ""
            return .wrong(
                .gazetteer, "a detail pack is left out: \(fault)\(others).",
                advice: "The rest answers all the same. When the pack is mended or removed:",
                "sudo systemctl reload placemarkd")
        }
        guard !packs.isEmpty else { return nil }
        return .ok(.gazetteer, "detail packs: \(packs.joined(separator: ", ")); checksums right")
    }

    static func observe(directories: [String]) -> DetailPackCheck {
        let files = DetailPackFiles(in: directories, check: .full)
        return DetailPackCheck(packs: files.packs.map { "\($0.name) of \($0.version)" }, faults: files.faults)
    }
}
