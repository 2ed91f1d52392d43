import HTTPServing
import HTTPTypes

/// What every answer tells the browser, so that nothing but our own files runs in the page, and nobody else has any of it.
enum SecurityFields {
    /// Nothing but what the page's own files bring. MapLibre draws into images that it makes itself, and has a worker that
    /// it makes of its own text.
    static let contentPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        + "worker-src 'self' blob:; font-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

    private static let fields: [(HTTPField.Name, String)] = [
        (.known("Content-Security-Policy"), contentPolicy),
        (.known("X-Content-Type-Options"), "nosniff"),
        (.known("Referrer-Policy"), "no-referrer"),
        (.known("Cross-Origin-Opener-Policy"), "same-origin"),
        (.known("Cross-Origin-Resource-Policy"), "same-origin"),
        (.known("X-Frame-Options"), "DENY"),
    ]

    /// Adds them; an answer that says nothing of it may not be kept.
    static func add(to answer: inout HTTPAnswer) {
        for (name, value) in fields { answer.fields[name] = value }
        if answer.fields[.cacheControl] == nil { answer.fields[.cacheControl] = "no-store" }
    }

    /// For files that may be kept, and are asked about before each use.
    static let askedAbout = "private, no-cache"
}
