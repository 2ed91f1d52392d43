import MQTT
import PlacemarkModel
import Reporting

/// How a receiver is made to forget this machine, on request.
extension BrokerTransport {
    /// Makes the broker, and Home Assistant behind it, forget this machine. Returns what came of it. From then on nothing is
    /// sent, which would make it known again, before `remember()`; if it fails, all is as before.
    func forgetMachine() async -> DeliveryOutcome {
        // First of all: a report on its way must not come behind the removal.
        isForgotten = true
        let outcome = await removeMachine()
        if outcome != .acknowledged { isForgotten = false }
        return outcome
    }

    /// Makes this machine known again with the next report.
    func remember() { isForgotten = false }

    private func removeMachine() async -> DeliveryOutcome {
        let connection: MQTTConnection
        switch await connect() {
        case .failure(let error): return .failed(reason: error.description, retryAfter: nil)
        case .success(let open): connection = open
        }
        let removal = format.removal
        let results = await connection.publish(removal.map { MQTTMessage($0) })
        note(results, of: removal)
        for case .failure(let error) in results { return outcome(error, .heartbeat) }
        await connection.close()
        forget(connection)
        await endSession()
        return .acknowledged
    }

    /// Lets the broker throw away what it keeps of the session. If that fails, the session ends by itself after a day.
    private func endSession() async {
        guard settings.sessionLifetime != nil else { return }
        var passing = settings
        (passing.sessionLifetime, passing.will) = (nil, nil)
        do throws(MQTTError) {
            await (try MQTTConnection.open(passing)).close()
        } catch {
            say(error.description)
        }
    }
}
