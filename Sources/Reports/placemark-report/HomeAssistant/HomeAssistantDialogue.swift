import FoundationEssentials
import PlacemarkModel
import Reporting

/// What is said over Home Assistant's WebSocket, and what its answers mean: it asks where the home is, and moves it where that is wished.
///
/// `config/core/update` does all of it: latitude, longitude, elevation, time zone and country, in one step, so that the sun is never that of
/// one place and the clock that of another. The action `homeassistant.set_location`, which REST has, knows neither
/// time zone nor country, and REST has nothing else that does. Both need an administrator. From the sources of Home Assistant 2024.3 and 2026.11
/// (`components/config/core.py`, `core_config.py`, `components/websocket_api`): a configuration in YAML takes the update, too, and comes back
/// at the next restart; a key or a country that is not known refuses the whole command.
struct HomeAssistantDialogue: Sendable {
    /// What is to be done next.
    enum Step: Hashable {
        case say([UInt8])
        /// Nothing: this message was not for us.
        case listen
        case end(Result<News, Refusal>)
    }

    struct News: Hashable, Sendable {
        /// Where the home was, and where it is now.
        var before, home: HomePlace
        var hasMoved = false
        /// Whether `configuration.yaml` has a part in what it was.
        var isFromYAML: Bool
        /// What was left out, because Home Assistant does not know it: a country, a time zone.
        var refused: [String] = []
        var version: String?
    }

    enum Refusal: Error, Hashable, Sendable {
        case token, noAdministrator, noConfiguration, notHomeAssistant
        case update(version: String?)
    }

    private let token: SecretText
    private let wish: @Sendable (HomePlace) -> HomePlace?
    private var version: String?
    private var news: News?
    private var attempt: HomePlace?
    private var lastID = 0

    /// - Parameter wish: where a home is to be moved to that is here; nil to leave it.
    init(token: SecretText, wish: @escaping @Sendable (HomePlace) -> HomePlace?) {
        (self.token, self.wish) = (token, wish)
    }

    /// Takes a message of Home Assistant's.
    mutating func take(_ bytes: [UInt8]) -> Step {
        guard let message = try? JSONDecoder().decode(Message.self, from: Data(bytes)) else {
            return .end(.failure(.notHomeAssistant))
        }
        switch message.type {
        case "auth_required":
            version = message.haVersion
            return say(Login(accessToken: token.revealed))
        case "auth_invalid": return .end(.failure(.token))
        case "auth_ok": return ask("get_config")
        case "result" where message.id == lastID: return takeResult(message)
        default: return version == nil ? .end(.failure(.notHomeAssistant)) : .listen
        }
    }

    private mutating func takeResult(_ message: Message) -> Step {
        guard message.success == true else { return refused(message.error?.code) }
        guard var news else { return learn(message.result) }
        if let attempt {
            news.hasMoved = true
            news.home = HomePlace(
                attempt.coordinate, elevationInMeters: attempt.elevationInMeters ?? news.home.elevationInMeters,
                timeZone: attempt.timeZone ?? news.home.timeZone, country: attempt.country ?? news.home.country)
        }
        return .end(.success(news))
    }

    /// Learns where the home is, and moves it.
    private mutating func learn(_ configuration: Configuration?) -> Step {
        guard let configuration,
            let coordinate = Coordinate(latitude: configuration.latitude, longitude: configuration.longitude)
        else { return .end(.failure(.notHomeAssistant)) }
        let home = HomePlace(
            coordinate, elevationInMeters: configuration.elevation.map { Int($0.rounded()) },
            timeZone: configuration.timeZone, country: configuration.country)
        let news = News(before: home, home: home, isFromYAML: configuration.configSource == "yaml", version: version)
        self.news = news
        guard let attempt = wish(home) else { return .end(.success(news)) }
        return move(to: attempt)
    }

    private mutating func move(to place: HomePlace) -> Step {
        attempt = place
        return ask("config/core/update", place)
    }

    /// Tries with less: the place is worth more than the country, which some releases do not know (Kosovo).
    private mutating func refused(_ code: String?) -> Step {
        switch code {
        case "unauthorized": return .end(.failure(.noAdministrator))
        case "unknown_command": return .end(.failure(.noConfiguration))
        default: break
        }
        guard var less = attempt else { return .end(.failure(.update(version: version))) }
        if let country = less.country {
            news?.refused.append(country)
            less.country = nil
        } else if let timeZone = less.timeZone {
            news?.refused.append(timeZone)
            less.timeZone = nil
        } else {
            return .end(.failure(.update(version: version)))
        }
        return move(to: less)
    }

    private mutating func ask(_ type: String, _ place: HomePlace? = nil) -> Step {
        lastID += 1
        return say(
            Command(
                id: lastID, type: type, latitude: place?.coordinate.latitude.rounded(toDecimals: 6),
                longitude: place?.coordinate.longitude.rounded(toDecimals: 6), elevation: place?.elevationInMeters,
                timeZone: place?.timeZone, country: place?.country))
    }

    private func say(_ message: some Encodable) -> Step {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return .say(Array(try encoder.encode(message))) } catch {
            // Only a number that is not finite cannot be encoded, and a coordinate is.
            preconditionFailure("a message to Home Assistant cannot be encoded")
        }
    }
}

/// The messages, as far as they are needed.
extension HomeAssistantDialogue {
    private struct Login: Encodable {
        var type = "auth"
        var accessToken: String
    }

    private struct Command: Encodable {
        var id: Int
        var type: String
        var latitude, longitude: Double?
        var elevation: Int?
        var timeZone, country: String?
    }

    private struct Message: Decodable {
        enum CodingKeys: String, CodingKey { case type, haVersion = "ha_version", id, success, error, result }

        var type: String
        var haVersion: String?
        var id: Int?
        var success: Bool?
        var error: Fault?
        var result: Configuration?
    }

    private struct Fault: Decodable { var code: String }

    private struct Configuration: Decodable {
        enum CodingKeys: String, CodingKey {
            case latitude, longitude, elevation, country, timeZone = "time_zone", configSource = "config_source"
        }

        var latitude, longitude: Double
        var elevation: Double?
        var country, timeZone, configSource: String?
    }
}
