import PlacemarkModel
import Testing

@testable import placemarkctl

/// The reader's language, where nobody gives one.
@Suite("Languages of the environment")
struct EnvironmentLanguagesTests {
    @Test(
        "are that of messages, without its encoding",
        arguments: [
            ([:], []), (["LANG": "de_AT.UTF-8"], ["de_AT"]), (["LANG": "C.UTF-8"], []), (["LANG": "POSIX"], []),
            (["LANG": "de", "LC_MESSAGES": "pt_BR"], ["pt_BR"]), (["LANG": "sr_RS@latin"], ["sr_RS"]),
            (["LANG": "de", "LC_MESSAGES": "fr", "LC_ALL": "zh_TW.UTF-8"], ["zh_TW"]),
            (["LANG": "de", "LC_ALL": ""], ["de"]), (["LANG": "de", "LC_ALL": "C"], []), (["LANG": "../de"], []),
        ] as [([String: String], [String])])
    func environment(variables: [String: String], languages: [String]) {
        #expect(environmentLanguages { variables[$0] }.languages == languages)
    }
}
