import Testing

@testable import Gazetteer

@Suite("Default path")
struct DefaultPathTests {
    @Test(
        "lies in share for an installed program, and in .build for one that was just built",
        arguments: [
            ("/usr/bin/placemarkd", "/usr/share/placemarkd/world.gazetteer"),
            ("/home/jo/.local/bin/placemarkctl", "/home/jo/.local/share/placemarkd/world.gazetteer"),
            ("/bin/placemarkd", "/share/placemarkd/world.gazetteer"),
            ("/src/p/.build/x86_64-unknown-linux-gnu/release/placemarkd", "/src/p/.build/gazetteer/world.gazetteer"),
            ("/src/p/.build/debug/placemarkd", "/src/p/.build/gazetteer/world.gazetteer"),
            ("/placemarkd", "/share/placemarkd/world.gazetteer"),
        ])
    func path(executable: String, expected: String) {
        #expect(Gazetteer.defaultPath(forExecutable: executable) == expected)
    }

    @Test("of the running program is absolute")
    func running() {
        #expect(Gazetteer.defaultPath.hasPrefix("/"))
        #expect(Gazetteer.defaultPath.hasSuffix("/world.gazetteer"))
    }
}
