import Gazetteer
import HTTPServing
import HTTPTypes
import PlacemarkModel
import Web

/// The one request of revgeod that OwnTracks Recorder sends: `/rev?lat=&lon=`.
///
/// The Recorder reads `village`, which is the whole address, `locality` and `cc`, and takes any status but 200 for a
/// failure.
struct RevgeodDialect {
    let edition: ServedGazetteer.Edition

    func reverse(_ target: RequestTarget) -> HTTPAnswer {
        let route: StaticString = "revgeod"
        guard let latitude = target["lat"], let longitude = target["lon"],
            let position = Coordinate(parsingLatitude: latitude, longitude: longitude)
        else { return refuse("lat and lon take a latitude and a longitude in degrees", .badRequest, route: route) }
        guard let placemark = edition.gazetteer.placemark(at: position),
            let address = placemark.fullAddress ?? placemark.city
        else { return refuse("no place is known there", .notFound, route: route) }
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.key("address")
        writer.beginObject()
        writer.field("village", address)
        writer.field("locality", placemark.locality)
        writer.field("cc", placemark.isoCountryCode)
        writer.field("tzname", placemark.timeZone)
        writer.field("s", placemark.geocoder)
        writer.endObject()
        writer.field("attribution", edition.licence)
        writer.endObject()
        return HTTPAnswer(route: route, writer)
    }

    private func refuse(_ message: String, _ status: HTTPResponse.Status, route: StaticString) -> HTTPAnswer {
        var writer = JSONWriter(capacity: 128)
        writer.beginObject()
        writer.field("error", message)
        writer.endObject()
        return HTTPAnswer(route: route, status: status, writer)
    }
}
