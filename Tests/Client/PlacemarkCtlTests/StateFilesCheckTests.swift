import Testing

@testable import placemarkctl

@Suite("Doctor: state files")
struct StateFilesCheckTests {
    private typealias Look = StateFilesCheck.Look

    private static func file(
        _ name: String, mode: UInt32 = 0o640, user: String = "placemarkd", age: Duration = .seconds(2),
        isLink: Bool = false
    ) -> Look {
        .there(
            StateFilesCheck.Entry(
                path: "/run/placemarkd" + name, mode: mode, user: user, group: "placemark", age: age, isLink: isLink))
    }

    private static func finding(
        state: Look, city: Look = file("/city"), directory: Look = file("", mode: 0o750), isServed: Bool = true,
        isLive: Bool = true, room: DiskRoom? = nil
    ) -> DoctorFinding {
        StateFilesCheck(
            directoryPath: "/run/placemarkd", directory: directory, files: [("state.json", state), ("city", city)],
            isServed: isServed, isLive: isLive, room: room
        ).finding
    }

    @Test("files that are there, current and for the group alone are ok; a city comes later")
    func good() {
        let finding = Self.finding(state: Self.file("/state.json"))
        #expect(
            finding
                == .ok(
                    .stateFiles,
                    "state.json, city in /run/placemarkd, mode 640, of placemarkd:placemark; written 2 s ago"))
        #expect(Self.finding(state: Self.file("/state.json"), city: .missing).verdict == .ok)
        #expect(Self.finding(state: Self.file("/state.json", mode: 0o600)).verdict == .ok)
    }

    @Test("a file for everybody, and a link, are wrong (fault 42)")
    func exposed() {
        let open = Self.finding(state: Self.file("/state.json"), city: Self.file("/city", mode: 0o644))
        #expect(open.verdict == .wrong && open.commands == ["sudo chmod o= /run/placemarkd/city"])
        let link = Self.finding(state: Self.file("/state.json", mode: 0o777, isLink: true))
        #expect(link.verdict == .wrong && link.found.contains("is a link"))
    }

    @Test("files that are missing or old while the daemon has fixes are wrong (faults 38, 39)")
    func unwritten() {
        let missing = Self.finding(state: .missing, city: .missing)
        #expect(missing.verdict == .wrong && missing.commands.contains("df /run/placemarkd"))
        let old = Self.file("/state.json", age: .seconds(600))
        #expect(Self.finding(state: old).verdict == .wrong)
        #expect(Self.finding(state: old, isLive: false).verdict == .ok)
        #expect(Self.finding(state: .missing, directory: .missing).verdict == .wrong)
    }

    @Test("a full file system is wrong at once, also while the files are still young (fault 38)")
    func full() {
        func finding(_ free: UInt64, hasFreeFiles: Bool = true) -> DoctorFinding {
            Self.finding(
                state: Self.file("/state.json"),
                room: DiskRoom(freeBytes: free, hasFreeFiles: hasFreeFiles, isReadOnly: false))
        }
        #expect(finding(1 << 20).verdict == .ok)
        let full = finding(4096)
        #expect(full.verdict == .wrong && full.found.hasPrefix("only 4 KB free for /run/placemarkd."))
        #expect(full.commands.first == "df /run/placemarkd")
        #expect(finding(1 << 20, hasFreeFiles: false).found.hasPrefix("no more files can be made"))
    }

    @Test("without a daemon there need be none; what may not be seen, and another owner, are worth a look")
    func notices() {
        #expect(Self.finding(state: .missing, directory: .missing, isServed: false).verdict == .notice)
        #expect(Self.finding(state: .missing, isServed: false).verdict == .notice)
        #expect(Self.finding(state: .hidden, directory: .hidden).verdict == .notice)
        #expect(Self.finding(state: .hidden, city: .hidden).verdict == .notice)
        let root = Self.finding(state: Self.file("/state.json", user: "root"))
        #expect(root.verdict == .notice && root.found.contains("belongs to root"))
    }
}
