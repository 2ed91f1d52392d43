/// The languages that a server has, as far as this process has found out: each one that it refuses is asked for once.
struct KnownLanguages: Sendable {
    private var unknown: Set<String> = []

    /// The question as it can be asked: without a language that the server does not have.
    func askable(_ query: PlaceQuery, of provider: Provider) -> PlaceQuery {
        guard let language = provider.language(of: query), unknown.contains(language) else { return query }
        var query = query
        query.language = nil
        return query
    }

    /// The server has refused the language of a question.
    ///
    /// - Returns: whether the question can be asked in other words: it asked for a language.
    mutating func refused(_ query: PlaceQuery, of provider: Provider) -> Bool {
        guard let language = provider.language(of: query) else { return false }
        unknown.insert(language)
        return true
    }
}
