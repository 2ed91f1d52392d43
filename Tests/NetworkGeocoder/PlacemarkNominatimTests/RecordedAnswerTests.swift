import CurlClient
import Foundation
import PlacemarkModel
import TestConditions
import TestSupport
import Testing

@testable import placemark_nominatim

/// All answers that were recorded from a real Nominatim 5.3.3, with what each has to become: read by a person, and
/// written down here.
@Suite("Recorded answers")
struct RecordedAnswerTests {
    /// What a file has to become.
    private enum Expected: Sendable {
        case placemark(name: String, @Sendable (inout Placemark) -> Void)
        case error(ProviderError)
    }

    /// The street at 47.1410, 9.5209, which most of the answers tell of.
    @Sendable private static func adlerkreisel(_ placemark: inout Placemark) {
        placemark.thoroughfare = "Adlerkreisel"
        placemark.locality = "Vaduz"
        placemark.subLocality = "Ebenholz"
        placemark.postalCode = "9490"
        oberland(&placemark)
    }

    @Sendable private static func oberland(_ placemark: inout Placemark) {
        placemark.subAdministrativeArea = "Wahlkreis Oberland"
        liechtenstein(&placemark)
    }

    @Sendable private static func liechtenstein(_ placemark: inout Placemark) {
        (placemark.country, placemark.isoCountryCode) = ("Liechtenstein", "LI")
    }

    private static let notJSON = ProviderError.unreadable(
        "is not JSON by its content type: a login page of the network, or another kind of server")
    private static let otherSchema = ProviderError.unreadable("is not what Nominatim sends in its format jsonv2")
    private static let noAddress = ProviderError.unreadable(
        "has no address in it, although addressdetails=1 asks for one")

    private static let expectations: [String: Expected] = [
        "01-reverse-default-is-xml": .error(notJSON),
        "02-reverse-xml-explicit": .error(notJSON),
        "03-reverse-json": .placemark(name: "Adlerkreisel", adlerkreisel),
        "04-reverse-jsonv2": .placemark(name: "Adlerkreisel", adlerkreisel),
        "05-reverse-geojson": .error(otherSchema),
        "06-reverse-geocodejson": .error(otherSchema),
        "07-reverse-jsonv2-zoom10": .placemark(name: "Vaduz") {
            $0.locality = "Vaduz"
            oberland(&$0)
        },
        "08-reverse-jsonv2-zoom3-country": .placemark(name: "Liechtenstein", liechtenstein),
        "09-reverse-jsonv2-zoom16-extratags-namedetails": .placemark(name: "Adlerkreisel", adlerkreisel),
        "10-reverse-jsonv2-accept-language-fr": .placemark(name: "Adlerkreisel") {
            adlerkreisel(&$0)
            $0.country = "Principauté du Liechtenstein"
        },
        // A bus stop is no area of interest, but it stands in a street.
        "11-reverse-jsonv2-layer-poi": .placemark(name: "Adlerkreisel", adlerkreisel),
        "12-reverse-jsonv2-layer-address": .placemark(name: "Städtle 32") {
            ($0.thoroughfare, $0.subThoroughfare) = ("Städtle", "32")
            ($0.locality, $0.postalCode) = ("Vaduz", "9490")
            $0.areasOfInterest = ["Kunstmuseum Liechtenstein"]
            oberland(&$0)
        },
        "13-reverse-jsonv2-housenumber": .placemark(name: "Reberastrasse") {
            ($0.thoroughfare, $0.locality, $0.postalCode) = ("Reberastrasse", "Schaan", "9494")
            oberland(&$0)
        },
        "14-reverse-jsonv2-addressdetails0": .error(noAddress),
        "15-reverse-jsonv2-sea-no-result": .error(.noResult),
        "16-reverse-geocodejson-sea-no-result": .error(.noResult),
        "17-reverse-geojson-sea-no-result": .error(.noResult),
        "18-reverse-xml-sea-no-result": .error(notJSON),
        "19-reverse-outside-extract-country-fallback-berlin": .placemark(name: "Deutschland") {
            ($0.country, $0.isoCountryCode) = ("Deutschland", "DE")
        },
        "20-reverse-bad-lat-95": .error(.noResult),
        "21-reverse-bad-lat-text": .error(.declined(status: 400)),
        "22-reverse-missing-lon": .error(.declined(status: 400)),
        "23-reverse-nan": .error(.declined(status: 400)),
        "24-reverse-lon-190-wraps": .error(.noResult),
        "25-reverse-bad-format": .error(.declined(status: 400)),
        "26-reverse-bad-zoom-text": .error(.declined(status: 400)),
        "27-reverse-zoom-99": .placemark(name: "Adlerkreisel", adlerkreisel),
        "28-reverse-bad-layer": .error(.declined(status: 400)),
        "29-reverse-debug-html": .error(.declined(status: 400)),
        "30-reverse-json-callback": .error(notJSON),
        "31-reverse-polygon-geojson": .error(otherSchema),
        "32-search-jsonv2": .placemark(name: "Vaduz") {
            $0.locality = "Vaduz"
            oberland(&$0)
        },
        "33-search-geocodejson": .error(otherSchema),
        "34-search-no-result": .error(.noResult),
        "35-search-structured": .error(noAddress),
        "36-search-q-and-structured-400": .error(.declined(status: 400)),
        "37-search-empty-400": .error(.declined(status: 400)),
        "38-lookup": .placemark(name: "Vaduz") {
            $0.locality = "Vaduz"
            oberland(&$0)
        },
        "39-status-text": .error(notJSON),
        "40-status-json": .error(otherSchema),
        "41-unknown-path-404": .error(.failed(status: 404)),
        "42-reverse-php-suffix": .placemark(name: "Adlerkreisel", adlerkreisel),
        "43-post": .error(.declined(status: 405)),
        "44-head": .error(.declined(status: 405)),
        "45-reverse-border-switzerland": .placemark(name: "Schweiz/Suisse/Svizzera/Svizra") {
            ($0.country, $0.isoCountryCode) = ("Schweiz/Suisse/Svizzera/Svizra", "CH")
        },
        "46-reverse-decimal-comma": .error(.declined(status: 400)),
        "47-reverse-dms-degree-sign": .error(.declined(status: 400)),
        "48-reverse-entrances": .placemark(name: "Adlerkreisel", adlerkreisel),
        "49-reverse-house-geocodejson": .error(otherSchema),
        "49-reverse-house-jsonv2": .placemark(name: "Kappileweg 14") {
            ($0.thoroughfare, $0.subThoroughfare) = ("Kappileweg", "14")
            ($0.locality, $0.postalCode) = ("Gamprin-Bendern", "9492")
            $0.subAdministrativeArea = "Wahlkreis Unterland"
            liechtenstein(&$0)
        },
        "50-nginx-200": .placemark(name: "Adlerkreisel", adlerkreisel),
        "51-nginx-429": .error(.throttled(status: 429, retryAfter: nil)),
    ]

    @Test("each of the 52 recorded answers gives the right placemark, or the right error")
    func all() throws {
        let files = try SharedData.nominatimSamplesOrCancel()
        #expect(files.count == 52)
        #expect(Set(files.map { $0.deletingPathExtension().lastPathComponent }) == Set(Self.expectations.keys))
        for file in files {
            let name = file.deletingPathExtension().lastPathComponent
            let reply = try #require(RecordedReply.read(try Data(contentsOf: file)), "\(name)")
            let found = Result { () throws(ProviderError) in
                try NominatimAnswer.places(in: reply, isReverse: !name.contains("search") && !name.contains("lookup"))
            }
            switch (Self.expectations[name], found) {
            case (.placemark(let title, let fill), .success(let places)):
                var expected = Placemark(geocoder: "nominatim")
                expected.name = title
                expected.attribution = "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright"
                fill(&expected)
                #expect(places.first?.placemark == expected, "\(name)")
            case (.error(let expected), .failure(let error)): #expect(error == expected, "\(name)")
            case (_, let found): Issue.record("\(name): \(found)")
            }
        }
    }

    @Test("where the found object is, is what the answer says")
    func coordinates() throws {
        let file = try #require(
            try SharedData.nominatimSamplesOrCancel().first {
                $0.lastPathComponent.hasPrefix("49-reverse-house-jsonv2")
            })
        let reply = try #require(RecordedReply.read(try Data(contentsOf: file)))
        let place = try #require(try NominatimAnswer.places(in: reply, isReverse: true).first)
        #expect(place.coordinate == Coordinate(latitude: 47.2249822, longitude: 9.5229774))
        let asked = try #require(Coordinate(latitude: 47.225, longitude: 9.523))
        let placemark = place.placemark(from: asked, accuracyInMeters: nil, granularity: .street)
        #expect(placemark.distance == 3)
        #expect(placemark.bearing == 221)
    }
}

/// Recorded answers: a head as curl writes it, an empty line, the body.
enum RecordedReply {
    static func read(_ data: Data) -> CurlReply? {
        let bytes = [UInt8](data)
        let end = bytes.indices.dropLast(3).first {
            bytes[$0...].starts(with: "\r\n\r\n".utf8) || bytes[$0...].starts(with: "\n\n".utf8)
        }
        guard let end else { return nil }
        let bodyStart = end + (bytes[end] == UInt8(ascii: "\r") ? 4 : 2)
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
        func header(_ name: String) -> String? {
            lines.first { $0.lowercased().hasPrefix(name + ":") }
                .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
        return CurlReply(
            status: status, contentType: header("content-type"), retryAfter: header("retry-after"),
            body: Array(bytes[bodyStart...]))
    }
}
