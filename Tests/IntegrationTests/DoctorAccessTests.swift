import Foundation
import PlacemarkModel
import TestSupport
import TestConditions
import Testing

/// What the doctor says to a user who may not ask. To become another user takes root, as CI has it.
@Suite("placemarkctl doctor, for another user", .timeLimit(.minutes(1)), .tags(.waits))
struct DoctorAccessTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        chmod(directory.path, 0o755)
        try directory.write("placemarkd.conf", "[GPSD]\nPort=\(try Loopback.freePort())\n")
        // Where another user can read it, which the checkout need not be.
        let program = directory.file("placemarkctl")
        try FileManager.default.copyItem(atPath: Programs.path("placemarkctl"), toPath: program)
        chmod(program, 0o755)
    }

    @Test(
        "whom the mode of the socket keeps out is told so, and how to get in, with exit status 77 (fault 50)",
        .enabled(if: geteuid() == 0, "another user can be tried by root only"))
    func keptOut() async throws {
        let daemon = try await RunningDaemon(gpsdPort: 1)
        chmod(daemon.directory.path, 0o755)
        chmod(daemon.socket, 0o660)
        for command in ["city", "watch"] {
            let result = try await Programs.run(
                "setpriv",
                [
                    "--reuid=65534", "--regid=65534", "--clear-groups", directory.file("placemarkctl"), command,
                    "--socket", daemon.socket,
                ])
            #expect(result.status == 77)
            #expect(result.errors.contains("add the user to the group placemark, and log in again"), "\(result.errors)")
        }
    }

    /// The doctor's text for a user without groups, with this group file in the place of the system's.
    private func examine(groups: String, socket: String) async throws -> String {
        try directory.write("group", groups)
        let script = """
            mount --bind '\(directory.file("group"))' /etc/group
            exec setpriv --reuid=65534 --regid=65534 --clear-groups '\(directory.file("placemarkctl"))' doctor \
            --config '\(directory.file("placemarkd.conf"))' --socket '\(socket)'
            """
        let result = try await Programs.run("unshare", ["--mount", "bash", "-c", script])
        #expect(result.status == 1, "\(result.errors)")
        // As it was before it was wrapped.
        return result.output.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
    }

    @Test(
        "who is in no group, or joined after the log-in, is told what to do (fault 50)",
        .enabled(if: geteuid() == 0, "another user can be tried by root only"))
    func outsider() async throws {
        let daemon = try await RunningDaemon(gpsdPort: 1)
        chmod(daemon.directory.path, 0o755)
        chmod(daemon.socket, 0o660)
        let nobody = String(cString: try #require(getpwuid(65534)).pointee.pw_name)

        let outsider = try await examine(
            groups: "placemark:x:47111:\nplacemark-precise:x:47112:\n", socket: daemon.socket)
        #expect(outsider.contains("\(nobody) is neither in placemark nor in placemark-precise."), "\(outsider)")
        #expect(outsider.contains("sudo usermod --append --groups placemark \(nobody)"))
        #expect(outsider.contains("this user may not ask at \(daemon.socket)"))

        let late = try await examine(
            groups: "placemark:x:47111:\(nobody)\nplacemark-precise:x:47112:\n", socket: daemon.socket)
        #expect(late.contains("\(nobody) is in the group placemark, and this session began before that."), "\(late)")
        #expect(late.contains("newgrp placemark"))

        let groupless = try await examine(groups: "root:x:0:\n", socket: daemon.socket)
        #expect(groupless.contains("there is no group placemark") && groupless.contains("sudo systemd-sysusers"))

        // A daemon that has let the group in by mistake refuses by the kernel's word.
        chmod(daemon.socket, 0o666)
        let refused = try await examine(groups: "placemark:x:47111:\n", socket: daemon.socket)
        #expect(refused.contains("answers at \(daemon.socket), to others"), "\(refused)")
    }
}
