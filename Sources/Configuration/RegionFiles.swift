internal import FoundationEssentials
internal import Glibc
public import PlacemarkCore

/// Reads the regions of a directory: every `*.geojson` in it, in the order of the names.
public enum RegionFiles {
    /// Room for 300,000 circles. A file is in memory as a whole while it is read.
    static let maximumBytes = 64 << 20
    static let mostRegions = 500_000

    /// All regions of the directory. The default one need not exist; any other must.
    ///
    /// - Throws: all problems of all files.
    public static func load(directory: String) throws(ConfigurationErrors) -> [Region] {
        try load(directory: directory, isRequired: directory != Configuration.Regions().directory)
    }

    static func load(directory: String, isRequired: Bool) throws(ConfigurationErrors) -> [Region] {
        var regions: [Region] = []
        var problems: [ConfigurationProblem] = []
        // Where each identifier was first seen.
        var seen: [String: (feature: Int, file: String)] = [:]
        for file in try paths(in: directory, isRequired: isRequired) {
            do throws(ConfigurationProblem.Reason) {
                let bytes = try ConfigurationFile.read(file, maximumBytes: maximumBytes) ?? []
                // A link to /dev/null switches a file off.
                if bytes.isEmpty { continue }
                var reasons: [(feature: Int, reason: ConfigurationProblem.Reason)] = []
                for (feature, result) in zip(1..., try decode(bytes).features) {
                    switch result.region {
                    case .failure(let mistake):
                        reasons.append(
                            (
                                feature,
                                .badRegion(
                                    feature: feature, identifier: result.identifier, expected: mistake.expected)
                            ))
                    case .success(let region):
                        if let first = seen[region.identifier] {
                            reasons.append(
                                (
                                    feature,
                                    .duplicateRegion(
                                        feature: feature, identifier: region.identifier, first: first.feature,
                                        firstFile: first.file)
                                ))
                        } else {
                            seen[region.identifier] = (feature, file)
                            regions.append(region)
                        }
                    }
                }
                guard regions.count <= mostRegions else { throw .tooManyRegions(maximum: mostRegions) }
                let lines = reasons.isEmpty ? [] : FeatureLines.lines(in: bytes)
                problems += reasons.map { feature, reason in
                    let line = feature <= lines.count ? lines[feature - 1] : nil
                    return ConfigurationProblem(file: file, line: line, reason: reason)
                }
            } catch {
                problems.append(ConfigurationProblem(file: file, line: nil, reason: error))
            }
        }
        guard problems.isEmpty else { throw ConfigurationErrors(problems: problems) }
        return regions
    }

    private static func paths(in directory: String, isRequired: Bool) throws(ConfigurationErrors) -> [String] {
        do throws(ConfigurationProblem.Reason) {
            if let paths = try ConfigurationFile.files(in: directory, withSuffix: ".geojson") { return paths }
            guard isRequired else { return [] }
            throw .unreadable(String(cString: strerror(ENOENT)))
        } catch {
            throw ConfigurationErrors(problems: [ConfigurationProblem(file: directory, line: nil, reason: error)])
        }
    }

    private static func decode(_ bytes: [UInt8]) throws(ConfigurationProblem.Reason) -> FeatureDocument {
        do {
            return try JSONDecoder().decode(FeatureDocument.self, from: Data(bytes))
        } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
            throw .malformedJSON
        } catch {
            throw .noFeatures
        }
    }
}

/// A GeoJSON text: a collection of features, or one feature.
private struct FeatureDocument: Decodable {
    /// A feature that is a region, or what is wrong with it: one that is wrong does not keep the others from being
    /// read.
    struct Feature: Decodable {
        let region: Result<Region, RegionMistake>
        /// Of a feature that is wrong, for whoever has to find it.
        let identifier: String?

        private enum CodingKeys: String, CodingKey { case properties }
        private enum PropertyKey: String, CodingKey { case identifier }

        init(from decoder: any Decoder) {
            do {
                region = .success(try Region(from: decoder))
                identifier = nil
            } catch {
                let properties = try? decoder.container(keyedBy: CodingKeys.self)
                    .nestedContainer(keyedBy: PropertyKey.self, forKey: .properties)
                identifier = try? properties?.decode(String.self, forKey: .identifier)
                region = .failure(error as? RegionMistake ?? RegionMistake(expected: "a region: \(error)"))
            }
        }
    }

    let features: [Feature]

    private enum CodingKeys: String, CodingKey { case type, features }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let type = try container.decode(String.self, forKey: .type)
        switch type {
        case "FeatureCollection": features = try container.decode([Feature].self, forKey: .features)
        case "Feature": features = [Feature(from: decoder)]
        default: throw ConfigurationProblem.Reason.noFeatures
        }
    }
}
