import CurlClient
import FoundationEssentials
import PlacemarkModel
import Reporting

/// What a server's answer to reports means for them.
enum HTTPVerdict {
    /// - Parameter wallClock: for a Retry-After with a date.
    static func outcome(
        of reply: Result<CurlReply, CurlFailure>, _ receipt: RequestFormat.Receipt, wallClock: Timestamp
    ) -> DeliveryOutcome {
        switch reply {
        case .failure(.unreachable(let why)): .failed(reason: "the server cannot be reached: \(why)", retryAfter: nil)
        case .failure(.unreadable(let what)): .failed(reason: "the server's answer \(what)", retryAfter: nil)
        case .success(let reply): outcome(of: reply, receipt, wallClock: wallClock)
        }
    }

    private static func outcome(of reply: CurlReply, _ receipt: RequestFormat.Receipt, wallClock: Timestamp)
        -> DeliveryOutcome
    {
        func failed(_ reason: String) -> DeliveryOutcome {
            .failed(
                reason: "\(reason) (status \(reply.status))",
                retryAfter: reply.retryAfter.flatMap { RetryAfter.wait($0, wallClock: wallClock) })
        }
        switch reply.status {
        case 200..<300:
            if isWebPage(reply) {
                return failed("a web page answers: a login page of the network, or another kind of server")
            }
            return hasReceipt(reply, receipt)
                ? .acknowledged : failed("the server's answer is not one that servers of this format give")
        case 300..<400: return failed("the server redirects elsewhere, and redirects are not followed")
        case 401, 403, 407: return failed("the server refuses our login")
        case 429: return failed("the server wants fewer requests")
        case 400 where receipt.unknownDevice != nil:
            return failed(
                "the server does not take it: it may not know a device with the identifier"
                    + " '\(receipt.unknownDevice ?? "")'; add it there")
        // What is wrong is in the report, and will be the next time.
        case 400, 406, 409, 411, 413, 414, 415, 422, 431:
            // A login page may refuse what it does not understand.
            if isWebPage(reply), reply.status == 400 { return failed("a web page answers") }
            return .refused(reason: "the server does not take it (status \(reply.status))")
        default: return failed("the server fails")
        }
    }

    private static func isWebPage(_ reply: CurlReply) -> Bool {
        let start = reply.body.drop { [9, 10, 13, 32, 0xEF, 0xBB, 0xBF].contains($0) }
        // Nothing is no page, whatever its type: frameworks name text/html where a program has named none.
        guard !start.isEmpty else { return false }
        return reply.contentType?.lowercased().contains("html") == true || start.first == UInt8(ascii: "<")
    }

    private static func hasReceipt(_ reply: CurlReply, _ receipt: RequestFormat.Receipt) -> Bool {
        struct Answer: Decodable { let result: String }
        switch receipt {
        case .status, .known: return true
        case .resultOK:
            return (try? JSONDecoder().decode(Answer.self, from: Data(reply.body)))?.result == "ok"
        case .jsonOrNothing:
            let first = reply.body.first { ![9, 10, 13, 32].contains($0) }
            return first == nil || first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
        }
    }
}

extension RequestFormat.Receipt {
    /// By what the server knows this device, if it answers 400 while it does not.
    fileprivate var unknownDevice: String? {
        switch self {
        case .known(let device), .jsonOrNothing(let device): device
        case .status, .resultOK: nil
        }
    }
}
