import HTTPServing
import HTTPTypes
import NIOCore
import PlacemarkModel

extension HTTPAnswer {
    /// The type of most answers.
    static let json = "application/json; charset=utf-8"

    /// An answer of what has been written.
    init(
        route: StaticString, status: HTTPResponse.Status = .ok, type: String = Self.json, _ writer: JSONWriter,
        fields: HTTPFields = [:]
    ) {
        self.init(route: route, status: status, type: type, bytes: ByteBuffer(bytes: writer.bytes), fields: fields)
    }

    init(route: StaticString, status: HTTPResponse.Status = .ok, type: String, text: String) {
        self.init(route: route, status: status, type: type, bytes: ByteBuffer(string: text))
    }
}

extension JSONWriter {
    /// A coordinate as GeoJSON has it: the longitude first; seven decimals, about a centimetre.
    mutating func position(_ coordinate: Coordinate) {
        beginArray()
        value(coordinate.longitude.rounded(toDecimals: 7))
        value(coordinate.latitude.rounded(toDecimals: 7))
        endArray()
    }

    /// A point of GeoJSON, under the key `geometry`.
    mutating func geometry(_ coordinate: Coordinate) {
        key("geometry")
        beginObject()
        field("type", "Point")
        key("coordinates")
        position(coordinate)
        endObject()
    }

    /// Degrees as text with seven decimals, as Nominatim has them in JSON.
    mutating func fixed(_ degrees: Double) {
        let units = Int((abs(degrees) * 1e7).rounded())
        let decimals = String(units % 10_000_000)
        let zeros = String(repeating: "0", count: 7 - decimals.utf8.count)
        value("\(degrees < 0 && units > 0 ? "-" : "")\(units / 10_000_000).\(zeros)\(decimals)")
    }
}
