import Glibc
import NetworkGeocoding
import PlacemarkModel

/// Whether the network geocoder answers. There is nothing to find where the gazetteer is the geocoder.
struct GeocoderCheck {
    /// The errno of what keeps the socket from being one; nil when it is one.
    let socketError: Int32?
    let path: String
    /// Of the daemon; nil when it does not answer, or not to this reader.
    let geocoding: GeocodingReport?

    var finding: DoctorFinding {
        let status = ["systemctl status placemark-nominatim.socket placemark-nominatim.service"]
        if let socketError {
            return .wrong(
                .geocoder,
                "Geocoder= names \(path): \(String(cString: strerror(socketError))). The world file answers in its place.",
                advice: "Start the geocoder, or set Geocoder=gazetteer. If it is placemark-nominatim:", status[0])
        }
        guard let geocoding else {
            return .notice(
                .geocoder, "there is a socket at \(path); whether it answers, the daemon tells precise readers only.")
        }
        guard let network = geocoding.network else {
            return .wrong(
                .geocoder, "the settings name \(path), but the daemon asks the world file.",
                advice: "Let it read them again:", "sudo systemctl reload placemarkd.service")
        }
        let words = Words.network(network, isFailing: geocoding.failing)
        guard geocoding.failing else { return .ok(.geocoder, words) }
        return .wrong(
            .geocoder, words + ".", advice: "Its own status and log say more:", "sudo placemarkctl geocoder", status[0])
    }

    /// Nil where the settings name no socket.
    static func observe(_ address: GeocoderAddress, _ geocoding: GeocodingReport?) -> GeocoderCheck? {
        guard case .socket(let named) = address else { return nil }
        let path = HelperSocket().path(for: named)
        var status = stat()
        let code: Int32? =
            if stat(path, &status) != 0 { errno } else { status.st_mode & S_IFMT == S_IFSOCK ? nil : ENOTSOCK }
        // Who may not look may not conclude that nothing is there.
        return GeocoderCheck(socketError: code == EACCES ? nil : code, path: path, geocoding: geocoding)
    }
}
