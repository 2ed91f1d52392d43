import FoundationEssentials
import Glibc
import HTTPServing
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOPosix
import PMTiles
import PlacemarkModel
import Web

/// The files of tiles: what the page is told of them, and their bytes.
struct TileFiles: Sendable {
    let files: [TileFile]
    /// Reads: a disk may make it wait.
    let threads: NIOThreadPool

    /// Of one piece on its way to the client.
    private static let pieceInBytes = 64 * 1024

    /// What the page needs to know before it begins: `/map.json`.
    func description() async -> HTTPAnswer {
        let report = (try? await threads.runIfActive { [files] in MapDescription(files) }) ?? MapDescription([])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes = (try? encoder.encode(report)) ?? Data()
        return HTTPAnswer(route: "map", type: "application/json", bytes: ByteBuffer(bytes: bytes))
    }

    /// A file or a part of it.
    ///
    /// - Parameter name: behind `/tiles/` in the path.
    func answer(to request: HTTPRequest, _ name: some StringProtocol) async -> HTTPAnswer {
        guard let file = files.first(where: { "\($0.name).pmtiles" == name }),
            let open = try? await threads.runIfActive({ try file.open() })
        else {
            return .text(
                .notFound, route: "tiles", "There are no tiles of this name; /map.json lists those that exist.")
        }
        var fields: HTTPFields = [
            .eTag: open.tag, .acceptRanges: "bytes", .cacheControl: SecurityFields.askedAbout,
        ]
        let type = "application/vnd.pmtiles"
        if request.headerFields[.range] == nil, EntityTags(field: request.headerFields[.ifNoneMatch]).contain(open.tag)
        {
            var answer = HTTPAnswer(
                route: "tiles", status: .notModified, type: type, bytes: ByteBuffer(), fields: fields)
            answer.fields[.contentLength] = nil
            return answer
        }
        // A part of a file that has changed since would not fit to what the client has.
        let condition = request.headerFields[.ifRange]
        let range = condition == nil || condition == open.tag ? request.headerFields[.range] : nil
        let (status, part): (HTTPResponse.Status, Range<Int>)
        switch ByteRange(range, size: open.size) {
        case .outside:
            fields[.contentRange] = "bytes */\(open.size)"
            return HTTPAnswer(
                route: "tiles", status: .rangeNotSatisfiable, type: type, bytes: ByteBuffer(), fields: fields)
        case .whole: (status, part) = (.ok, 0..<open.size)
        case .part(let range):
            (status, part) = (.partialContent, range.lowerBound..<range.upperBound + 1)
            fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound)/\(open.size)"
        }
        fields[.contentLength] = "\(part.count)"
        guard request.method != .head else {
            var answer = HTTPAnswer(route: "tiles", status: status, type: type, bytes: ByteBuffer(), fields: fields)
            answer.fields[.contentLength] = "\(part.count)"
            return answer
        }
        return HTTPAnswer(route: "tiles", status: status, type: type, fields: fields, streamed: body(of: open, part))
    }

    /// The next piece is read when the client has taken the one before.
    private func body(of file: OpenTileFile, _ part: Range<Int>) -> ResponseBody {
        ResponseBody(contentLength: part.count) { [threads] writer in
            var offset = part.lowerBound
            while offset < part.upperBound {
                let (start, count) = (offset, min(Self.pieceInBytes, part.upperBound - offset))
                let bytes = try await threads.runIfActive { file.read(count, at: start) }
                // Without its end, the client knows that the answer is not whole.
                guard bytes.count == count else { throw OpenTileFile.Failure(errorNumber: EIO) }
                try await writer.write(ByteBuffer(bytes: bytes))
                offset += count
            }
            try await writer.finish(nil)
        }
    }
}

/// What there is to show, for the page.
struct MapDescription: Encodable, Hashable {
    struct Basemap: Encodable, Hashable {
        let name: String
        let url: String
        /// Who has made the tiles.
        enum Kind: String, Encodable { case placemarkd, foreign }
        let kind: Kind
        let bytes: Int
    }

    let version = Installation.version
    private(set) var basemaps: [Basemap] = []
    /// Of files that cannot be shown, each with the file's name and not its path: that is nobody's business.
    private(set) var problems: [String] = []
    let replay = true

    /// Looks at the files as they are now.
    init(_ files: [TileFile]) {
        for file in files {
            do throws(PMTilesError) {
                let tiles = try PMTilesReader(path: file.path)
                basemaps.append(
                    Basemap(
                        name: file.name, url: "/tiles/\(file.name).pmtiles", kind: Self.kind(of: tiles),
                        bytes: tiles.byteCount))
            } catch {
                problems.append("\(file.name).pmtiles: \(error.reason)")
            }
        }
    }

    /// Tiles of others have other layers. A file that says nothing of itself is not ours.
    private static func kind(of tiles: PMTilesReader) -> Basemap.Kind {
        struct Metadata: Decodable {
            let generator: String?
        }
        let metadata = try? JSONDecoder().decode(Metadata.self, from: Data(tiles.metadata.utf8))
        return metadata?.generator == "placemark-gazetteer" ? .placemarkd : .foreign
    }
}
