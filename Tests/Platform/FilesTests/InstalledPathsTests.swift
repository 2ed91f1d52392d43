import Files
import Testing

@Suite("Where programs find what belongs to them")
struct InstalledPathsTests {
    @Test(
        "what they read lies in share for an installed program, and in .build for one that was just built",
        arguments: [
            ("/usr/bin/placemarkd", "/usr/share/placemarkd/world.gazetteer"),
            ("/usr/libexec/placemarkd/placemark-map", "/usr/share/placemarkd/world.gazetteer"),
            ("/home/jo/.local/bin/placemarkctl", "/home/jo/.local/share/placemarkd/world.gazetteer"),
            ("/bin/placemarkd", "/share/placemarkd/world.gazetteer"),
            ("/src/p/.build/x86_64-unknown-linux-gnu/release/placemarkd", "/src/p/.build/gazetteer/world.gazetteer"),
            ("/src/p/.build/debug/placemarkd", "/src/p/.build/gazetteer/world.gazetteer"),
            ("/placemarkd", "/share/placemarkd/world.gazetteer"),
        ])
    func world(executable: String, expected: String) {
        #expect(InstalledPaths(executable: executable).world == expected)
    }

    @Test("all else is beside the world file or the program")
    func others() {
        for program in ["/usr/bin/placemarkctl", "/usr/libexec/placemarkd/placemark-map"] {
            let installed = InstalledPaths(executable: program)
            #expect(installed.basemap == "/usr/share/placemarkd/world.pmtiles")
            #expect(installed.mapPage == "/usr/share/placemarkd/map")
            #expect(installed.command("placemarkctl") == "/usr/bin/placemarkctl")
            #expect(installed.childProgram("placemark-map") == "/usr/libexec/placemarkd/placemark-map")
        }
        let built = InstalledPaths(executable: "/home/me/placemarkd/.build/x86/release/placemark-map")
        #expect(built.basemap == "/home/me/placemarkd/.build/gazetteer/world.pmtiles")
        #expect(built.mapPage == "/home/me/placemarkd/.build/map")
        #expect(built.command("placemarkctl") == "/home/me/placemarkd/.build/x86/release/placemarkctl")
        #expect(built.childProgram("placemark-picture") == "/home/me/placemarkd/.build/x86/release/placemark-picture")
    }

    @Test("those of the running program are absolute")
    func running() {
        #expect(InstalledPaths.own.world.hasPrefix("/") && InstalledPaths.own.world.hasSuffix("/world.gazetteer"))
    }
}
