import CurlClient
import Reporting

/// Why Home Assistant could not be asked, or will not do it.
enum HomeAssistantFailure: Error {
    case socket(WebSocket.Failure)
    case refusal(HomeAssistantDialogue.Refusal)

    /// - Parameter pauseAfterWrongToken: how long Home Assistant is left alone then.
    func outcome(pauseAfterWrongToken pause: Duration) -> DeliveryOutcome {
        if case .refusal(.token) = self { return .failed(reason: reason, retryAfter: pause) }
        return .failed(reason: reason, retryAfter: nil)
    }

    /// For people; without the address.
    private var reason: String {
        switch self {
        case .socket(.connection(.unreachable(let why))): "Home Assistant cannot be reached: \(why)"
        case .socket(.connection(.unreadable(let what))): "Home Assistant's answer \(what)"
        case .socket(.status(403)):
            "Home Assistant no longer lets this machine in: see ip_bans.yaml there, and whether the token is right (status 403)"
        case .socket(.status(let status)): "no Home Assistant answers at URL= (status \(status))"
        case .socket(.broken), .refusal(.notHomeAssistant): "what answers at URL= is not a Home Assistant"
        case .refusal(.token):
            "Home Assistant refuses the token: make a long-lived access token there, and put it where [Credentials] says"
        case .refusal(.noAdministrator): "the token is that of a user who is not an administrator of Home Assistant"
        case .refusal(.noConfiguration):
            "Home Assistant is without its integration config: put default_config: into its configuration.yaml"
        case .refusal(.update(let version)): "Home Assistant \(version ?? "") does not let its home be moved"
        }
    }
}

extension HomeAssistantDialogue {
    /// Holds it with the Home Assistant at an address. Blocks.
    func held(
        at address: SinkAddress, _ settings: CurlHandle.Settings, isAbandoned: @escaping () -> Bool
    ) -> Result<News, HomeAssistantFailure> {
        var dialogue = self
        do throws(WebSocket.Failure) {
            var socket = try WebSocket(address, settings, isAbandoned: isAbandoned)
            while true {
                switch dialogue.take(try socket.receive()) {
                case .listen: break
                case .say(let words): try socket.send(words)
                case .end(let result):
                    socket.close()
                    return result.mapError { .refusal($0) }
                }
            }
        } catch {
            return .failure(.socket(error))
        }
    }
}
