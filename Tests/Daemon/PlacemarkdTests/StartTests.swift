import ArgumentParser
import DaemonSettings
import Gazetteer
import Glibc
import PlacemarkModel
import Publishing
import Settings
import Systemd
import Testing
import TestSupport

@testable import placemarkd

@Suite("The start of placemarkd: its options, and its exit statuses")
struct StartTests {
    @Test("options win over the file, and what they do not name is the file's")
    func options() throws {
        let directory = try TemporaryDirectory()
        try directory.write("d.conf", "[GPSD]\nHost=a\nPort=1\n[Publishing]\nSocket=/file.sock\n[Log]\nLevel=debug\n")
        let path = directory.file("d.conf")
        let file = try Options.parse(["--config", path]).settings()
        #expect(file.gpsd.host == "a" && file.gpsd.port == 1 && file.publishing.socket == "/file.sock")

        var expected = file
        (expected.gpsd.host, expected.gpsd.port) = ("b", 2)
        #expect(try Options.parse(["--config", path, "--gpsd", "b:2"]).settings() == expected)
        expected = file
        expected.gazetteer.file = "/w"
        #expect(try Options.parse(["--config", path, "--gazetteer", "/w"]).settings() == expected)
        expected = file
        expected.publishing.socket = "/s"
        #expect(try Options.parse(["--config", path, "--socket", "/s"]).settings() == expected)
        expected = file
        expected.publishing.keepAllFiles(in: "/d")
        let moved = try Options.parse(["--config", path, "--state-directory", "/d"]).settings()
        #expect(moved == expected)
        #expect(moved.publishing.stateDirectory == "/d" && moved.publishing.persistentDirectory == "/d")
    }

    @Test("--state-directory leaves detail packs where the configuration has them")
    func packs() throws {
        let directory = try TemporaryDirectory()
        try directory.write("d.conf", "[Publishing]\nPersistentDirectory=/p\n")
        let path = directory.file("d.conf")
        #expect(try Options.parse(["--config", path]).settings().publishing.packDirectories == ["/p"])
        let moved = try Options.parse(["--config", path, "--state-directory", "/d"]).settings()
        #expect(moved.publishing.packDirectories == ["/d", "/p"])
        #expect(
            DetailPackFiles.directories(worldFile: "/w/a.gazetteer", stateDirectories: ["/d", "/p"]).prefix(3)
                == ["/d/gazetteers.d", "/p/gazetteers.d", "/w/gazetteers.d"])
    }

    @Test("a reload changes what the state files tell, and leaves what is made at the start")
    func reload() {
        let old = Configuration().publishing
        var new = old
        (new.socket, new.stateDirectory, new.persistentDirectory) = ("/s", "/d", "/p")
        (new.connectionsPerUser, new.metricsFile, new.metricsFilePrecision) = (1, "/m", .precise)
        #expect(new.takingEffect(over: old) == old)
        (new.stateFilePrecision, new.preciseStateFile) = (.precise, true)
        var expected = old
        (expected.stateFilePrecision, expected.preciseStateFile) = (.precise, true)
        #expect(new.takingEffect(over: old) == expected)
    }

    @Test(
        "each reason not to start has its exit status",
        arguments: [
            (.gazetteer(.empty(path: "/w")), EX_NOINPUT), (.socket(.alreadyServed("/s")), EX_TEMPFAIL),
            (.socket(.notASocket("/s")), EX_CANTCREAT), (.socket(.pathTooLong("/s")), EX_CANTCREAT),
            (.directory(path: "/d", reason: "no"), EX_CANTCREAT), (.sharing("/s", reason: "no"), EX_CANTCREAT),
            (.activation(.notOpen(3)), EX_OSERR), (.notify(.notSent(EPERM)), EX_OSERR),
        ] as [(StartError, Int32)])
    func exitStatus(error: StartError, status: Int32) { #expect(error.exitStatus == status) }
}
