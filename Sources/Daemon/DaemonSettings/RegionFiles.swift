internal import Files
internal import FoundationEssentials
internal import Glibc
public import PlacemarkModel
public import Settings

/// Reads the regions of a directory: every `*.geojson` in it, in the order of the names.
public enum RegionFiles {
    /// Room for 300,000 circles. A file is in memory as a whole while it is read.
    static let maximumBytes = 64 << 20
    /// Room for 200,000 corners. A feature is in memory several times while it is read.
    static let maximumFeatureBytes = 8 << 20
    /// After this many mistakes in a file, its other features are not looked at: nobody reads more, and each is in
    /// memory until all are told.
    static let mostMistakes = 1000
    /// Of all files together. At 31 MB for 100,000 (docs/explain/performance.md) they take 155 MB, and during a reload the old ones
    /// and the new ones are in memory: 310 MB of the unit's `MemoryMax=512M`.
    static let mostRegions = 500_000

    /// All regions of the directory. The default one need not exist; any other must.
    ///
    /// - Throws: all problems of all files.
    public static func load(directory: String) throws(ConfigurationErrors) -> [Region] {
        try load(directory: directory, isRequired: directory != Configuration.Regions().directory)
    }

    /// Whether this user may not look into the directory: it is for those who may know the precise position, and what
    /// other users ask for needs no regions.
    public static func isForbidden(directory path: String) -> Bool {
        guard let directory = opendir(path) else { return errno == EACCES }
        closedir(directory)
        return false
    }

    static func load(
        directory: String, isRequired: Bool, mostRegions: Int = RegionFiles.mostRegions
    ) throws(ConfigurationErrors) -> [Region] {
        var regions: [Region] = []
        var problems: [ConfigurationProblem] = []
        // Where each identifier was first seen.
        var seen: [String: (feature: Int, file: String)] = [:]
        // Beyond the limit, the files that follow would only say the same.
        for name in try names(in: directory, isRequired: isRequired) where regions.count <= mostRegions {
            let file = "\(directory)/\(name.text)"
            do throws(ConfigurationProblem.Reason) {
                guard let bytes = try ConfigurationFile.read(name.path(in: directory), maximumBytes: maximumBytes)
                else {
                    throw ConfigurationFile.missing
                }
                // A link to /dev/null switches a file off.
                if bytes.isEmpty { continue }
                var mistakes: [ConfigurationProblem] = []
                for (feature, text) in zip(1..., try features(of: bytes)) {
                    let reason: ConfigurationProblem.Reason
                    let result = try decode(text.json)
                    switch result.region {
                    case .failure(let mistake):
                        reason = .badRegion(
                            feature: feature, identifier: result.identifier, expected: mistake.expected)
                    case .success(let region):
                        guard let first = seen[region.identifier] else {
                            seen[region.identifier] = (feature, file)
                            regions.append(region)
                            guard regions.count <= mostRegions else { throw .tooManyRegions(maximum: mostRegions) }
                            continue
                        }
                        reason = .duplicateRegion(
                            feature: feature, identifier: region.identifier, first: first.feature, firstFile: first.file
                        )
                    }
                    mistakes.append(ConfigurationProblem(file: file, line: text.line, reason: reason))
                    if mistakes.count == mostMistakes { break }
                }
                problems += mistakes
            } catch {
                problems.append(ConfigurationProblem(file: file, line: nil, reason: error))
            }
        }
        guard problems.isEmpty else { throw ConfigurationErrors(problems: problems) }
        return regions
    }

    private static func names(
        in directory: String, isRequired: Bool
    ) throws(ConfigurationErrors) -> [DirectoryName] {
        do throws(ConfigurationProblem.Reason) {
            if let names = try ConfigurationFile.names(in: directory, withSuffix: ".geojson") { return names }
            guard isRequired else { return [] }
            throw ConfigurationFile.missing
        } catch {
            throw ConfigurationErrors(problems: [ConfigurationProblem(file: directory, line: nil, reason: error)])
        }
    }

    /// The features of a text: a collection of them, or one.
    private static func features(
        of bytes: [UInt8]
    ) throws(ConfigurationProblem.Reason) -> AnySequence<FeatureTexts.Feature> {
        let features = FeatureTexts(bytes)
        guard let frame = features.frame else { throw .malformedJSON }
        guard frame.count <= maximumFeatureBytes else { throw .tooLarge(maximumBytes: maximumFeatureBytes) }
        switch try decode(Document.self, frame[...]).type {
        case "FeatureCollection": return AnySequence(features)
        case "Feature": return AnySequence(CollectionOfOne(FeatureTexts.Feature(line: 1, json: bytes[...])))
        default: throw .noFeatures
        }
    }

    private static func decode(_ json: ArraySlice<UInt8>) throws(ConfigurationProblem.Reason) -> Feature {
        guard json.count <= maximumFeatureBytes else {
            return Feature(mistake: "a feature of at most \(maximumFeatureBytes) bytes")
        }
        return try decode(Feature.self, json)
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ json: ArraySlice<UInt8>
    ) throws(ConfigurationProblem.Reason) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(json))
        } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
            throw .malformedJSON
        } catch {
            throw .noFeatures
        }
    }

    /// A GeoJSON text, without its features.
    private struct Document: Decodable { let type: String }

    /// A feature that is a region, or what is wrong with it: one that is wrong does not keep the others from being read.
    private struct Feature: Decodable {
        let region: Result<Region, RegionMistake>
        /// Of a feature that is wrong, so that its author finds it.
        let identifier: String?

        private enum CodingKeys: String, CodingKey { case properties }
        private enum PropertyKey: String, CodingKey { case identifier }

        init(mistake: String) {
            region = .failure(RegionMistake(expected: mistake))
            identifier = nil
        }

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
}
