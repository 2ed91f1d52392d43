import PlacemarkModel
import Settings

/// What the operator may set in `/etc/placemarkd/nominatim.conf`.
struct HelperSettings: Equatable, Sendable {
    /// `[Provider]`: who is asked, and as whom.
    var provider = Provider.nominatim
    /// nil: nobody is asked.
    var server: ServerAddress?
    /// nil where the server is on this machine.
    var contact: String?
    var accessKey: SecretText?
    var netrcFile: String?
    /// Of clients that name none; nil for the language of the place.
    var language: String?
    /// `[Budget]`.
    var interval: Duration = .seconds(1)
    /// 0 for none.
    var dailyLimit = 1000
    /// `[Privacy]`.
    var granularity = Granularity.street
    /// `[Cache]`.
    var cache = PlaceCache.Settings()
    var directory = "/var/lib/placemark-nominatim"
    /// `[Service]`.
    var socket = Installation.helperSocketPath

    init() {}
}

extension HelperSettings: ConfigurationFileSettings {
    static let defaultPath = "/etc/placemarkd/nominatim.conf"

    static let introduction = """
        # The configuration of placemark-nominatim, which asks a Nominatim or Photon server for placemarkd.
        #
        # Each key is shown with its default. To change one, put it, under its [Section], into a file
        # /etc/placemarkd/nominatim.conf.d/NAME.conf, or remove the # here. The last value of a key wins, the files in
        # nominatim.conf.d come last, and an empty value puts the default back.
        #
        # "placemark-nominatim --check-config" says what is wrong; "systemctl restart placemark-nominatim" applies a
        # change. placemarkd asks this program when Geocoder= in [Geocoding] of placemarkd.conf names its socket. A comment
        # has a line of its own.

        """

    static let keys: [ConfigurationKey<HelperSettings>] = [
        ConfigurationKey(
            "Provider", "Kind", \.provider, .choice(), "What kind of server is asked."),
        ConfigurationKey(
            "Provider", "Server", \.server, .server,
            "The server's address; empty for none, and then nothing is asked. There is no default: the public servers are"
                + " for people, not for machines that ask all day."),
        ConfigurationKey(
            "Provider", "Contact", \.contact, .contact,
            "How the server's operator reaches you. It is part of each request, and needed for every server that is not on"
                + " this machine."),
        ConfigurationKey(
            "Provider", "AccessKey", \.accessKey, .secretWord(maximumBytes: 160),
            "The key of a rented server, sent as the parameter key. It belongs in a drop-in that only root and the group"
                + " placemark-nominatim may read."),
        ConfigurationKey(
            "Provider", "NetrcFile", \.netrcFile, .optionalPath,
            "A file with the user's name and password for the server, in the form of curl's .netrc; empty for none."),
        ConfigurationKey(
            "Provider", "Language", \.language, .language,
            "The language of names when a client asks for none, such as de or \"fr, en\"; empty for that of the place."),

        ConfigurationKey(
            "Budget", "Interval", \.interval, .duration(in: .zero...(.seconds(3600))),
            "The least time between two requests, for all clients together. Less than 1s is for a server on this machine"
                + " only."),
        ConfigurationKey(
            "Budget", "DailyLimit", \.dailyLimit, .count(in: 0...10_000_000),
            "How many requests may be sent in any 24 hours, a quarter of them on behalf of placemarkd's clients; 0 for"
                + " any number. At most 1000 with a public server."),

        ConfigurationKey(
            "Privacy", "Granularity", \.granularity, .choice(),
            "How exactly the position leaves this machine, and how finely the answer names the place: rounded to 11 m for"
                + " street and number, or to 1.1 km for the city."),

        ConfigurationKey(
            "Cache", "HitLifetime", \.cache.hitLifetime, .duration(in: .zero...(.seconds(3650 * 86_400))),
            "How long an answer is used again."),
        ConfigurationKey(
            "Cache", "MissLifetime", \.cache.missLifetime, .duration(in: .zero...(.seconds(86_400))),
            "How long it is remembered that the server knows no place there."),
        ConfigurationKey(
            "Cache", "MaximumSize", \.cache.maximumSizeInBytes, .size(in: 0...1_073_741_824),
            "How large the two files of answers may be together, half for placemarkd's own questions and half for those"
                + " of its clients; the least recently used go first. 0 keeps none. The first file tells where this"
                + " machine has been."),
        ConfigurationKey(
            "Cache", "Directory", \.directory, .path(),
            "The directory of those files, and of the record of the budget."),

        ConfigurationKey(
            "Service", "Socket", \.socket, .path(maximumBytes: 100),
            "The socket that clients ask; a socket that systemd passes to the service takes its place."),
    ]

    static let contradictingKeys: Set = ["Provider/Server", "Provider/Contact", "Budget/Interval", "Budget/DailyLimit"]

    var contradiction: ConfigurationProblem.Reason? {
        guard let server, !server.isLoopback else { return nil }
        guard contact != nil else {
            return .contradiction(
                "[Provider] Contact=: expected an email address or the address of a web page, because Server= is not on"
                    + " this machine")
        }
        guard interval >= .seconds(1) else {
            return .contradiction("[Budget] Interval=: expected at least 1s, because Server= is not on this machine")
        }
        if server.isPublic, !(1...Self.publicDailyLimit).contains(dailyLimit) {
            return .contradiction(
                "[Budget] DailyLimit=: expected a number between 1 and \(Self.publicDailyLimit), because Server= is a public"
                    + " server: its policy is for people who ask now and then")
        }
        return nil
    }

    /// For servers that all the world shares. Nominatim's policy (https://operations.osmfoundation.org/policies/nominatim/)
    /// names one request a second and forbids systematic ones: this is one in a minute and a half.
    static let publicDailyLimit = 1000

    /// As the service is to be run.
    var service: GeocodingService.Settings {
        GeocodingService.Settings(
            provider: provider, server: server?.text, accessKey: accessKey,
            budget: RequestBudget.Settings(interval: interval, dailyLimit: dailyLimit == 0 ? nil : dailyLimit))
    }

    /// As the server sees who asks.
    var userAgent: String {
        "placemark-nominatim/\(Installation.version)" + (contact.map { " (\($0))" } ?? "")
    }
}
