import Files
import FoundationEssentials
import Gazetteer
import Glibc
import PlacemarkModel

/// Brings an extract of a server into the directory of packs: what `install` and `update` have in common.
///
/// A pack that is there is replaced when the new one is whole, in one step; whatever ends this before leaves it as it was. What has
/// been downloaded stays for the next time.
package struct PackInstallation {
    package let server = ExtractServer()
    package let directory: PackDirectory
    /// Where extracts lie while they are needed.
    let cache: String
    /// The world file.
    let gazetteer: String
    let memoryInMegabytes: Int
    /// Whether all questions are answered with yes.
    let isAgreed: Bool
    /// Whether an extract without a checksum is good enough.
    let isChecksumNeedless: Bool

    package static let usualCache = "/var/cache/placemark-gazetteer"
    /// Beside the extract there are notes, and the file system's own needs.
    private static let spareBytes = 1 << 20

    package init(
        directory: PackDirectory, cache: String, gazetteer: String, memoryInMegabytes: Int, isAgreed: Bool,
        isChecksumNeedless: Bool
    ) {
        (self.directory, self.cache, self.gazetteer) = (directory, cache, gazetteer)
        (self.memoryInMegabytes, self.isAgreed) = (memoryInMegabytes, isAgreed)
        self.isChecksumNeedless = isChecksumNeedless
    }

    /// Downloads, imports and puts in place. Returns what the pack holds, in a line.
    ///
    /// - Parameter known: The checksum of the extract, where it has been asked for.
    package func install(_ name: String, from source: PackDirectory.Source, known: String? = nil) throws -> String {
        let lock = try directory.locked()
        defer { withExtendedLifetime(lock) {} }
        let extractPath = "\(cache)/\(name).osm.pbf"
        var source = source
        source.md5 = try known ?? server.checksum(of: source.address)
        guard source.md5 != nil || isChecksumNeedless else { throw InstallFault.noChecksum(address: source.address) }
        try makeCache()
        // Other extracts may be coming into the same directory.
        ReplacementFile.removeLeftovers(in: cache) { $0.hasPrefix("\(name).osm.pbf.") }
        // One that was downloaded before, and whose import has failed.
        let present = FileSize.of(extractPath) == nil ? nil : try MD5Sum.of(extractPath)
        if present == nil || present != source.md5 {
            try download(&source, to: extractPath)
        }
        let languages = try source.languages.map { try PackLanguages($0) } ?? .none
        let only = source.only.flatMap { DetailContent(rawValue: $0) }
        let pack = try DetailPackImport.make(
            directory.packPath(name), of: [extractPath],
            only: DetailContent.chosen(only: only, noMap: source.noMap ?? false), languages: languages,
            gazetteer: gazetteer, memoryInMegabytes: memoryInMegabytes)
        ExtractDownload.discard(extractPath)
        try directory.write(source, of: name)
        for warning in pack.warnings { StandardError.write("warning: \(warning)\n") }
        if let complaint = DaemonRequests.reload() { StandardError.write("warning: \(complaint)\n") }
        return pack.summary
    }

    private func makeCache() throws(InstallFault) {
        do { try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true) } catch {
            throw .unwritable(path: cache, reason: "the directory cannot be made; sudo may help")
        }
    }

    private func download(_ source: inout PackDirectory.Source, to path: String) throws(InstallFault) {
        let file = try server.describe(source.address)
        let download = ExtractDownload(server: server, file: file, path: path)
        let missing = (file.byteCount ?? 0) - download.presentByteCount
        try agree(on: missing, of: file, source.extract)
        if let free = FreeSpace.inBytes(at: path), free < missing + Self.spareBytes {
            throw .noRoom(path: cache, needed: missing + Self.spareBytes, free: free)
        }
        let progress = BuildProgress()
        let total = file.byteCount.map { " of \(Megabytes.text($0))" } ?? ""
        defer { progress.finish() }
        try download.run { count in
            progress.report(
                file.byteCount.map { Double(count) / Double(max(1, $0)) } ?? 0,
                "downloading, \(Megabytes.text(count))\(total)")
        }
        guard let expected = source.md5 else { return }
        let found = try MD5Sum.of(path)
        guard found != expected else { return }
        // The server may have put a newer extract there meanwhile.
        if let newer = try server.checksum(of: source.address), newer == found {
            source.md5 = newer
            return
        }
        ExtractDownload.discard(path)
        throw .wrongChecksum(address: source.address, expected: expected, found: found)
    }

    /// Over a metered link nothing comes unasked, and the index, by which the extract is chosen, neither. Asks only for the size of
    /// the first file that would come.
    ///
    /// - Parameter address: As `--from` has it: a server with an index, or else the extract itself.
    package func refuseMeteredLink(isIndexNeeded: Bool, at address: String?, withGeometry: Bool) throws(InstallFault) {
        guard !isAgreed, MeteredLink.now() == .metered else { return }
        let file: ExtractServer.RemoteFile
        if !isIndexNeeded, let address {
            file = try server.describe(address)
        } else {
            file = try server.describeIndex(at: address, withGeometry: withGeometry)
        }
        throw .metered(byteCount: file.byteCount ?? 0, isIndex: isIndexNeeded)
    }

    /// Says how much is to come. Over a metered link nothing comes unasked; where nobody knows, a person on a terminal decides.
    private func agree(on missing: Int, of file: ExtractServer.RemoteFile, _ extract: String) throws(InstallFault) {
        let size = file.byteCount.map { Megabytes.text($0) } ?? "of unknown size"
        let rest =
            missing != file.byteCount && file.byteCount != nil
            ? ", of which \(Megabytes.text(missing)) is missing" : ""
        let host = URL(string: file.address)?.host ?? file.address
        let changed = file.lastModified.map { ", changed \($0)" } ?? ""
        StandardError.write("\(extract): \(size)\(rest), from \(host)\(changed)\n")
        guard !isAgreed else { return }
        switch MeteredLink.now() {
        case .metered: throw .metered(byteCount: missing, isIndex: false)
        case .unmetered: return
        case .unknown:
            guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return }
            StandardError.write("Download it? [Y/n] ")
            let answer = readLine()?.trimmed.lowercased() ?? "n"
            guard ["", "y", "yes"].contains(answer) else { throw .declined }
        }
    }
}
