import PlacemarkModel

/// All regions with their shapes as one GeoJSON text, which goes out in pieces: 100,000 of them take no more memory than
/// some hundreds.
enum RegionFeatures {
    /// Of one piece at most, so that a region with very many corners goes out like any other.
    static let pieceInBytes = 64 * 1024

    /// The answer to `regions shapes`. What changes while it goes out is told as it is when its turn comes.
    static func reply(_ regions: LiveQueries.Regions) -> Reply {
        .pieces(.geoJSON) { send throws(RequestError) in
            var (writer, next) = (JSONWriter(capacity: pieceInBytes), String?.none)
            writer.beginObject()
            writer.key("features")
            writer.beginArray()
            repeat {
                let page = await regions.features(next)
                for feature in page.features {
                    writer.write(feature)
                    // JSON does not mind, and no line is longer than a region.
                    writer.raw("\n")
                }
                next = page.next
                if next == nil {
                    writer.endArray()
                    writer.field("type", "FeatureCollection" as StaticString)
                    writer.endObject()
                    writer.newline()
                }
                guard await sendAll(of: writer.bytes, send), !Task.isCancelled else { return }
                writer.removeBytes()
            } while next != nil
        }
    }

    /// Returns false when the client is gone.
    private static func sendAll(of bytes: [UInt8], _ send: @Sendable ([UInt8]) async -> Bool) async -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard await send(Array(rest.prefix(pieceInBytes))) else { return false }
            rest = rest.dropFirst(pieceInBytes)
        }
        return true
    }
}
