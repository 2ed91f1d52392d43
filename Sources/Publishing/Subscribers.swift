import NIOCore
import PlacemarkCore

/// The connections that `watch`, and what each is sent. Lives on one event loop.
///
/// A reader that does not keep up loses events, never memory: while its buffer is full nothing more is queued, and
/// when it has room again it gets the present state instead of what it missed. One that stays full is cut off.
final class Subscribers {
    /// How long a full buffer is suffered.
    static let patience = TimeAmount.seconds(10)

    /// Those who get the same lines.
    private struct Audience: Hashable {
        let precision: Precision
        let subscription: Subscription
    }

    private struct Subscriber {
        let channel: any Channel
        let audience: Audience
        var isBehind = false
        var cutOff: Scheduled<Void>?
    }

    private var subscribers: [ObjectIdentifier: Subscriber] = [:]

    var isEmpty: Bool { subscribers.isEmpty }

    func add(_ channel: any Channel, precision: Precision, subscription: Subscription = .all) {
        let audience = Audience(precision: precision, subscription: subscription)
        subscribers[ObjectIdentifier(channel)] = Subscriber(channel: channel, audience: audience)
    }

    func remove(_ channel: any Channel) {
        subscribers.removeValue(forKey: ObjectIdentifier(channel))?.cutOff?.cancel()
    }

    /// Sends the events to all that have room for them. Each event is encoded once for each audience.
    func send(_ events: [Event]) {
        var lines: [Audience: ByteBuffer] = [:]
        for (id, subscriber) in subscribers {
            let buffer = lines[subscriber.audience] ?? Self.lines(events, for: subscriber.audience)
            lines[subscriber.audience] = buffer
            guard buffer.readableBytes > 0 else { continue }
            if subscriber.channel.isWritable {
                subscriber.channel.writeAndFlush(buffer, promise: nil)
            } else {
                subscribers[id]?.isBehind = true
            }
        }
    }

    /// Takes note that a buffer has filled up or has room again.
    func writabilityChanged(of channel: any Channel, status: (Precision) -> Status) {
        let id = ObjectIdentifier(channel)
        guard let subscriber = subscribers[id] else { return }
        subscriber.cutOff?.cancel()
        subscribers[id]?.cutOff = nil
        if !channel.isWritable {
            subscribers[id]?.cutOff = channel.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
        } else if subscriber.isBehind {
            subscribers[id]?.isBehind = false
            let line = JSONLine.encode(EventReport(status(subscriber.audience.precision)))
            channel.writeAndFlush(ByteBuffer(bytes: line), promise: nil)
        }
    }

    private static func lines(_ events: [Event], for audience: Audience) -> ByteBuffer {
        var buffer = ByteBuffer()
        for event in events {
            let report = EventReport(event, precision: audience.precision, subscription: audience.subscription)
            if let report { buffer.writeBytes(JSONLine.encode(report)) }
        }
        return buffer
    }
}
