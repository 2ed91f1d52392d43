import CurlClient

/// Why a provider has not named the place. No case carries an address, a position or a text of the server.
enum ProviderError: Error, Hashable, Sendable {
    /// It works, and knows no place there.
    case noResult
    /// It wants to be asked later; its Retry-After as it stands there.
    case throttled(status: Int, retryAfter: String?)
    /// It does not want to be asked by us at all (401, 403).
    case refused(status: Int)
    /// It takes this question for a mistake (400 and its like): that says nothing of the server, and another may be right.
    case declined(status: Int)
    /// It has no names in the language asked for, and says so instead of naming the place.
    case languageUnknown
    /// It has failed, or is no server of this kind.
    case failed(status: Int)
    /// It answers with something else than the places it was asked for, and what that is.
    case unreadable(String)
    /// It was not reached, or did not answer in time; what libcurl calls it.
    case unreachable(String)
}

extension ProviderError: CustomStringConvertible {
    var description: String {
        switch self {
        case .noResult: "no place is known there"
        case .throttled(let status, _): "the server wants fewer requests (status \(status))"
        case .refused(let status): "the server refuses our requests (status \(status))"
        case .declined(let status): "the server does not accept this request (status \(status))"
        case .languageUnknown: "the server has no names in this language"
        case .failed(let status): "the server answers with status \(status)"
        case .unreadable(let what): "the server's answer \(what)"
        case .unreachable(let why): "the server cannot be reached: \(why)"
        }
    }
}

extension ProviderError {
    /// A status that is no success, and that neither refuses nor throttles.
    ///
    /// Of the client's errors some are no fault of the question: a path that is not there (404), a contract that is used up
    /// (402), a proxy that wants a password (407), a line that is slow (408).
    init(status: Int) {
        let isOfQuestion = (400..<500).contains(status) && ![401, 402, 403, 404, 407, 408, 429].contains(status)
        self = isOfQuestion ? .declined(status: status) : .failed(status: status)
    }

    init(_ failure: CurlFailure) {
        switch failure {
        case .unreadable(let what): self = .unreadable(what)
        case .unreachable(let why): self = .unreachable(why)
        }
    }
}

extension CurlThread {
    /// Gets a page, after all that has been asked for before.
    func get(_ address: String) async throws(ProviderError) -> CurlReply {
        do throws(CurlFailure) {
            return try await exchange(CurlRequest(address))
        } catch {
            throw ProviderError(error)
        }
    }
}

extension CurlReply {
    /// Refuses what cannot hold places, before its body is read.
    ///
    /// - Parameter types: the content types in which the places may come.
    func checked(types: [String]) throws(ProviderError) {
        switch status {
        case 200: break
        case 300..<400: throw .unreadable("redirects elsewhere (status \(status)), and redirects are not followed")
        case 401, 403: throw .refused(status: status)
        case 429, 503: throw .throttled(status: status, retryAfter: retryAfter)
        // As rented servers say it: the body tells whether it means the place or the path.
        case 404 where isJSON(types): return
        default: throw ProviderError(status: status)
        }
        guard isJSON(types) else {
            throw .unreadable("is not JSON by its content type: a login page of the network, or another kind of server")
        }
    }

    private func isJSON(_ types: [String]) -> Bool {
        let type = contentType?.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace } ?? ""
        return types.contains(type)
    }
}
