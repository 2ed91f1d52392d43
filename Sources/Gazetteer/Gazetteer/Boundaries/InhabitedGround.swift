import PlacemarkModel

extension GazetteerWriter {
    /// The places with inhabitants that a look-up in the file, as far as it has been made, finds in a sea or a lake.
    package func inhabitedPlacesInWater() throws -> [Place] {
        try bytes.withUnsafeBytes { bytes in
            let headerByteCount = try FileHeader.byteCount(prefix: bytes, fileByteCount: bytes.count)
            let header = try FileHeader(
                bytes: UnsafeRawBufferPointer(rebasing: bytes[..<headerByteCount]), fileByteCount: bytes.count)
            return try WorldLayers(header, bytes: bytes, path: "the file being made").inhabitedPlacesInWater
        }
    }
}

extension WorldLayers {
    /// Nobody lives on the water: where a place with inhabitants is in it by its own coordinate, a polygon is wrong.
    fileprivate var inhabitedPlacesInWater: [Place] {
        (0..<places.placeCount).compactMap { index in
            guard let place = places.place(at: index), place.population > 0,
                ReverseLookup(at: place.coordinate, in: self).ground != .land
            else { return nil }
            return place
        }
    }
}
