import FoundationEssentials
import Glibc
import NIOPosix
import PlacemarkModel

/// The arguments of `regions`: what to tell about the regions, or to do to them.
enum RegionsRequest: Hashable, Sendable {
    case list(after: String?)
    /// All of them with their shapes.
    case shapes
    /// A GeoJSON feature, which is read only when the request is answered: it may be long, and neither the event loop nor the
    /// pool has time.
    case add(json: [UInt8])
    case remove(identifier: String)
    case state(identifier: String)

    static let usage = "[list [AFTER] | shapes | add FEATURE | remove ID | state ID]"

    /// An identifier may hold blanks: it is the rest of the line.
    init(parsing arguments: String) throws(RequestError) {
        let parts = arguments.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
        switch (parts.first ?? "list", rest.isEmpty) {
        case ("list", true): self = .list(after: nil)
        case ("list", false): self = .list(after: String(rest))
        case ("shapes", true): self = .shapes
        case ("add", false): self = .add(json: Array(rest.utf8))
        case ("remove", false): self = .remove(identifier: String(rest))
        case ("state", false): self = .state(identifier: String(rest))
        default: throw .badRequest("'regions' takes \(Self.usage)")
        }
    }

    /// Reads features, one after the other: a long one takes a second, and on the threads of the pool nobody could handle a
    /// fix meanwhile.
    static let reader = {
        let threads = NIOThreadPool(numberOfThreads: 1)
        threads.start()
        return threads
    }()

    private static func region(_ json: [UInt8]) async throws(RequestError) -> Region {
        do {
            return try await reader.runIfActive { try JSONDecoder().decode(Region.self, from: Data(json)) }
        } catch let mistake as RegionMistake {
            throw .badRegion(mistake.description)
        } catch {
            throw .badRegion("expected a GeoJSON feature, a JSON object")
        }
    }

    func reply(
        _ regions: LiveQueries.Regions, _ feed: StatusFeed, to userID: uid_t
    ) throws(RequestError) -> Reply {
        if self == .shapes { return RegionFeatures.reply(regions) }
        return .later(holding: try feed.shareOfLongAnswer(to: userID)) { () async throws(RequestError) in
            try await answer(regions)
        }
    }

    private func answer(_ regions: LiveQueries.Regions) async throws(RequestError) -> Answer {
        switch self {
        case .list(let identifier): return .json(await regions.page(identifier))
        case .shapes: throw .unavailable("regions shapes")
        case .state(let identifier): return .json(try await Self.report(identifier, regions))
        case .add(let json):
            let region = try await Self.region(json)
            try await Self.change(.add(region), regions)
            var answer = Answer.json(try await Self.report(region.identifier, regions))
            answer.created = region.identifier
            return answer
        case .remove(let identifier):
            try await Self.change(.remove(identifier: identifier), regions)
            return .json(Removal(identifier: identifier))
        }
    }

    private struct Removal: Encodable {
        let identifier: String
        let removed = true
    }

    private static func report(
        _ identifier: String, _ regions: LiveQueries.Regions
    ) async throws(RequestError) -> RegionReport {
        guard let report = await regions.report(identifier) else { throw .unknownRegion(identifier) }
        return report
    }

    private static func change(_ change: RegionChange, _ regions: LiveQueries.Regions) async throws(RequestError) {
        do throws(RegionChangeError) {
            try await regions.change(change)
        } catch {
            switch error {
            case .invalid(let mistake): throw .badRegion(mistake.description)
            case .tooMany: throw .tooManyRegions
            case .noSuchRegion(let identifier): throw .unknownRegion(identifier)
            case .isInFile(let identifier): throw .regionInFile(identifier)
            }
        }
    }
}
