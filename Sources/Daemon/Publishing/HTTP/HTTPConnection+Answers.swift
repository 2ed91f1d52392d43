import NIOCore
import PlacemarkModel

extension HTTPConnection {
    /// Finds the answer to a request, and sends it now or later.
    func answer(_ request: HTTPRequest, _ context: ChannelHandlerContext) {
        var word: LineRequest.Word?
        do throws(HTTPRefusal) {
            guard let precision = router.precision(of: peer) else { throw .request(.forbidden) }
            let operation = try request.operation.get()
            let types = operation.mediaTypes
            guard let type = request.head.accept.preferred(among: types) else { throw .notAcceptable(types) }
            do throws(RequestError) {
                guard
                    let question = try operation.request(
                        body: request.body, acceptLanguage: request.acceptLanguage)
                else {
                    return finish(.success(HTTPResponse(operation.ownAnswer)), .help, to: request, context)
                }
                word = question.word
                try answer(request, question, precision, as: type == .text ? .text : .json, context)
            } catch {
                throw .request(error)
            }
        } catch {
            finish(.failure(error), word, to: request, context)
        }
    }

    private func answer(
        _ request: HTTPRequest, _ question: Request, _ precision: Precision, as form: Answer.Form,
        _ context: ChannelHandlerContext
    ) throws(RequestError) {
        isPreciseOnly = question.isPreciseOnly
        switch try router.reply(to: question, precision: precision, from: peer, as: form, isTagged: true) {
        case .now(let answer): finish(.success(request.response(answer)), question.word, to: request, context)
        case .later(let share, let answer):
            let eventLoop = context.eventLoop
            let bound = NIOLoopBound((self, context), eventLoop: eventLoop)
            asking = Task {
                let result: Result<HTTPResponse, HTTPRefusal>
                do throws(RequestError) {
                    var answer = try await answer()
                    if question.canBeKept { answer.tag = EntityTag(of: answer.bytes) }
                    result = .success(request.response(answer))
                } catch {
                    result = .failure(.request(error))
                }
                eventLoop.execute {
                    let (connection, context) = bound.value
                    connection.router.feed.beforeTelling()
                    connection.finish(result, question.word, to: request, reserved: share, context)
                }
            }
        case .wait(let wait):
            router.wait(wait, precision: precision, for: context.channel) { answer in
                let result = answer.map { request.response($0) }.mapError(HTTPRefusal.request)
                self.finish(result, question.word, to: request, context)
            }
        case .pieces(let form, let pieces):
            send(pieces, as: MediaType(form), question.word, to: request, context)
        case .watch(let filter):
            router.feed.counters.count(.watch)
            stream(filter, precision, to: request, context)
        // No route leads there.
        case .observe: throw .unavailable("observe")
        }
    }

    /// Counts how a request ended, and sends what is to be said.
    private func finish(
        _ result: Result<HTTPResponse, HTTPRefusal>, _ word: LineRequest.Word?, to request: HTTPRequest,
        reserved: MemoryShare? = nil, _ context: ChannelHandlerContext
    ) {
        do throws(HTTPRefusal) {
            let response = try result.get()
            let share: MemoryShare?
            do throws(RequestError) {
                share = try router.feed.share(
                    ofAnswer: response.byteCount, to: peer.userID, reserved: reserved)
            } catch {
                throw .request(error)
            }
            router.feed.counters.count(word)
            send(response, holding: share, to: request, context)
        } catch {
            router.feed.counters.count(word, error.requestError)
            send(request.head.response(error), to: request, context)
        }
    }

    private func send(
        _ pieces: @escaping Reply.Pieces, as type: MediaType, _ word: LineRequest.Word, to request: HTTPRequest,
        _ context: ChannelHandlerContext
    ) {
        let keepsAlive = keepsAlive(request) && !request.isOfVersion10
        let response = HTTPResponse(type, request.isOfVersion10 ? .untilClose : .chunked)
        let isHead = request.isHead
        let answer = HTTPPieces(
            response, keepsAlive: keepsAlive, to: peer.userID, on: context.channel, of: router.feed)
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        Task {
            var failure: RequestError?
            // The head is that of GET, which may be a refusal: whether it is one, the first piece tells.
            do throws(RequestError) {
                try await pieces { isHead ? false : await answer.send($0) }
            } catch { failure = error }
            let refusal = answer.hasBegun ? nil : failure
            // Without its end, the client knows that the answer is not whole.
            let isWhole = failure == nil && !isHead ? await answer.end() : false
            eventLoop.execute { [failure] in
                let (connection, context) = bound.value
                connection.router.feed.beforeTelling()
                if let refusal { return connection.finish(.failure(.request(refusal)), word, to: request, context) }
                if isHead { return connection.finish(.success(response), word, to: request, context) }
                connection.router.feed.counters.count(word, failure)
                if isWhole { connection.isSent(keepsAlive: keepsAlive, context) } else { context.close(promise: nil) }
            }
        }
    }

    private func stream(
        _ filter: EventFilter, _ precision: Precision, to request: HTTPRequest, _ context: ChannelHandlerContext
    ) {
        let head = HTTPResponse(.eventStream, .untilClose).bytes(keepsAlive: false)
        guard !request.isHead else { return send(head, keepsAlive: false, context) }
        let audience = Audience(precision: precision, filter: filter, framing: .serverSentEvents)
        begin(EventStream(router.feed, audience, since: request.lastEventID), head, context)
    }
}
