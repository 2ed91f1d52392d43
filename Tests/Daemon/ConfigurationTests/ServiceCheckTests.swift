import Glibc
import LocationEngine
import PlacemarkModel
import TestSupport
import Testing

@testable import DaemonSettings
@testable import Settings

@Suite("What the service may do")
struct ServiceCheckTests {
    private static let shown = """
        ProtectSystem=strict
        ReadWritePaths=-/etc/timezone /srv/placemark
        RuntimeDirectory=placemarkd
        StateDirectory=placemarkd
        LoadState=loaded

        """

    @Test(
        "the unit lets it write to its own directories and to those of ReadWritePaths=",
        arguments: [
            ("/srv/placemark", true), ("/srv/placemark/state", true), ("/srv/placemarked", false), ("/srv", false),
            ("/run/placemarkd", true), ("/var/lib/placemarkd/a", true), ("/var/lib", false), ("/etc/timezone", true),
        ])
    func sandbox(path: String, isAllowed: Bool) throws {
        #expect(try #require(UnitSandbox(properties: Self.shown)).allowsWriting(to: path) == isAllowed)
    }

    @Test("a unit that is not there says nothing, and one that is not strict allows all")
    func noSandbox() throws {
        #expect(UnitSandbox(properties: "LoadState=not-found\nProtectSystem=no\n") == nil)
        #expect(UnitSandbox(properties: "") == nil)
        let loose = try #require(UnitSandbox(properties: "LoadState=loaded\nProtectSystem=full\n"))
        #expect(loose.allowsWriting(to: "/srv"))
    }

    @Test("a directory that the unit keeps read-only is a problem, with the remedy")
    func readOnly() throws {
        let (user, sandbox) = (try #require(ServiceUser(named: "root")), UnitSandbox(properties: Self.shown))
        var configuration = Configuration()
        configuration.publishing.stateDirectory = "/srv/elsewhere"
        let problems = configuration.obstacles(worldFile: "/dev/null", user: user, sandbox: sandbox)
        try #require(problems.count == 1)
        #expect(
            problems[0].description
                == "/srv/elsewhere: StateDirectory= in [Publishing]: read-only for the service: expected a ReadWritePaths="
                + " with this directory under [Service], as \"systemctl edit placemarkd\" adds it")
    }

    @Test("a geocoder that is not there yet is no problem; one that is no socket is")
    func geocoder() throws {
        let user = try #require(ServiceUser(named: "root"))
        let directory = try TemporaryDirectory()
        var configuration = Configuration()
        configuration.machine.geocoder = .socket(directory.file("geocoder.sock"))
        let obstacles = { configuration.obstacles(worldFile: "/dev/null", user: user, sandbox: nil).map(\.reason) }
        #expect(obstacles() == [])
        try directory.write("geocoder.sock")
        #expect(obstacles() == [.geocoderNoSocket])
    }

    @Test(
        "root finds what the service's user may not read or write, and is root again afterwards",
        .enabled("only root can look as somebody else") { geteuid() == 0 })
    func otherUser() throws {
        let directory = try TemporaryDirectory()
        chmod(directory.path, 0o755)
        try directory.write("world.gazetteer", "")
        chmod(directory.file("world.gazetteer"), 0o600)
        try directory.write("a.geojson", "")
        chmod(directory.file("a.geojson"), 0o600)
        var configuration = Configuration()
        configuration.publishing.persistentDirectory = directory.path
        let nobody = try #require(ServiceUser(named: "nobody"))
        func problems() -> [String] {
            configuration.obstacles(worldFile: directory.file("world.gazetteer"), user: nobody, sandbox: nil)
                .map(\.description)
        }
        #expect(problems() == [])
        let found = nobody.perform(problems)
        #expect(
            found.count == 2 && found[0].hasSuffix("world.gazetteer: cannot be read: Permission denied"), "\(found)")
        #expect(found.last?.contains("the user nobody cannot write there: Permission denied") == true)
        let errors = #expect(throws: ConfigurationErrors.self) {
            try nobody.perform { () throws(ConfigurationErrors) in try RegionFiles.load(directory: directory.path) }
        }
        #expect(errors?.description.hasSuffix("a.geojson: cannot be read: Permission denied") == true)
        chmod(directory.path, 0o700)
        #expect(nobody.perform { RegionFiles.isForbidden(directory: directory.path) })
        #expect(!RegionFiles.isForbidden(directory: directory.path))
        #expect(problems() == [])
    }

    @Test("a user whom this machine does not have is none")
    func noUser() { #expect(ServiceUser(named: "nobody-of-this-name") == nil) }
}
