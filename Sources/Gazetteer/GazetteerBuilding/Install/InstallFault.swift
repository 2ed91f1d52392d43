import Files

/// Why a pack is not installed. The old one, if there is one, has stayed as it was.
package enum InstallFault: Error, Hashable, CustomStringConvertible {
    /// The server was not reached, or broke off more often than is tried again; how much has come, and what libcurl says.
    case unreachable(address: String, reason: String, got: Int)
    /// The server has answered with a status that means no.
    case refused(address: String, status: Int)
    /// A redirect to another server, or from https to http.
    case sentElsewhere(address: String, to: String)
    /// A web page, where data was expected.
    case webPage(address: String)
    case malformedIndex(address: String, reason: String)
    case unfit(address: String, expected: String)
    case noChecksum(address: String)
    case wrongChecksum(address: String, expected: String, found: String)
    case unknownExtract(name: String, suggestions: [String])
    case ambiguous(name: String, paths: [String])
    case noExtractHere
    /// The daemon did not tell where the box is, and why.
    case noLocation(reason: String)
    case noRoom(path: String, needed: Int, free: Int)
    case unwritable(path: String, reason: String)
    case busy(path: String)
    case notInstalled(name: String, directory: String)
    /// Its extract's address has a name or a password in it, as an earlier version took it.
    case login(name: String)
    /// How much would come first, and whether that is only the index, which an extract follows.
    case metered(byteCount: Int, isIndex: Bool)
    case declined

    init(_ failure: ReplacementFile.Failure) {
        self = .unwritable(path: failure.path, reason: "cannot \(failure.step): \(failure.reason)")
    }

    package var description: String {
        switch self {
        case .unreachable(let address, let reason, let got):
            "\(address): \(reason)."
                + (got > 0
                    ? " \(Megabytes.text(got)) has come and is kept: run the command again, and it goes on from there."
                    : " Check the network, and run the command again.")
        case .refused(let address, let status):
            "\(address): the server answers with status \(status)."
                + (status == 404 ? " It has no such file: see placemark-gazetteer list --available." : " Try it later.")
        case .sentElsewhere(let address, let other):
            "\(address): the answer leads to \(other). Some networks want a login first (a captive portal): open a web page there, "
                + "log in, and run the command again. If that server is one that you trust, name it with --from."
        case .webPage(let address):
            "\(address): a web page came instead of data. Some networks want a login first (a captive portal): open a web page "
                + "there, log in, and run the command again."
        case .malformedIndex(let address, let reason):
            "\(address): this is not an index of extracts: \(reason); expected GeoJSON as Geofabrik's index-v1.json"
        case .unfit(let address, let expected): "\(address): expected \(expected)"
        case .noChecksum(let address):
            "\(address): there is no checksum beside the extract, so a damaged download would not be noticed; "
                + "--no-checksum takes it anyway"
        case .wrongChecksum(let address, let expected, let found):
            "\(address): the checksum of what was downloaded is \(found), and not \(expected). It was thrown away: run the"
                + " command again."
        case .unknownExtract(let name, let suggestions):
            "the index has no extract \(name)"
                + (suggestions.isEmpty
                    ? "; placemark-gazetteer list --available names all"
                    : "; did you mean \(suggestions.joined(separator: ", "))?")
        case .ambiguous(let name, let paths): "\(name) can be \(paths.joined(separator: ", ")): name one of them"
        case .noExtractHere: "no extract of the index holds the place where this machine is"
        case .noLocation(let reason):
            "the position of this machine cannot be determined: \(reason). Name the extract instead."
        case .noRoom(let path, let needed, let free):
            "\(path): \(Megabytes.text(needed)) is needed, and \(Megabytes.text(free)) is free. Make room, or name "
                + "another directory with --cache."
        case .unwritable(let path, let reason): "\(path): \(reason)"
        case .busy(let path):
            "\(path): another placemark-gazetteer is working in this directory. Wait until it has finished."
        case .notInstalled(let name, let directory):
            "there is no pack \(name) in \(directory): see placemark-gazetteer list"
        case .login(let name):
            "the address of its extract has a password in it, which is no longer accepted: run placemark-gazetteer"
                + " remove \(name), then install it from an address without one"
        case .metered(let byteCount, let isIndex):
            "the network is metered, and this would download \(Megabytes.text(byteCount))"
                + (isIndex ? " for the index alone, and then the extract" : "") + "; --yes downloads it anyway"
        case .declined: "nothing was downloaded"
        }
    }
}

/// Numbers of bytes as people read them.
package enum Megabytes {
    /// `3.1 MB`, `0.05 MB`
    package static func text(_ byteCount: Int) -> String {
        let scale = byteCount < 1_000_000 ? 100 : 10
        let parts = (byteCount * scale + 500_000) / 1_000_000
        let fraction = String(parts % scale)
        let zeros = String(repeating: "0", count: (scale == 100 ? 2 : 1) - fraction.count)
        return "\(parts / scale).\(zeros)\(fraction) MB"
    }
}
