import Testing

@testable import Web

@Suite("A problem")
struct ProblemTests {
    @Test("has its fields in the order of the alphabet, on one line, whatever is in them")
    func line() {
        let problem = Problem(
            status: 404, title: "Not Found", code: "no-place", detail: "no \"place\" at\n\u{1}/v1\\ü 🏠")
        #expect(
            String(decoding: problem.line, as: UTF8.self)
                == #"{"code":"no-place","detail":"no \"place\" at\n\u0001/v1\\ü 🏠","status":404,"title":"Not Found","type":"about:blank"}"#
                + "\n")
        #expect(Problem.mediaType == "application/problem+json")
    }
}
