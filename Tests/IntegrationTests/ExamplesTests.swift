import PlacemarkModel
import TestSupport
import TestConditions
import Testing

/// The examples of docs/reference/swift.md and docs/reference/python.md, as a reader of these pages would run them.
@Suite("Examples", .timeLimit(.minutes(2)), .tags(.waits))
struct ExamplesTests {
    /// A daemon that has named the place where it is: Vaduz.
    private func withPlacedDaemon(_ body: (RunningDaemon) async throws -> Void) async throws {
        try await withLiveGPSD { gpsd in
            let daemon = try await RunningDaemon(gpsdPort: gpsd.port)
            _ = try await daemon.status("a placemark") { $0.placemark != nil && $0.source.state == .live }
            try await body(daemon)
        }
    }

    @Test("the ten lines of docs/reference/swift.md are those that are built, and tell where the box is")
    func swift() async throws {
        let source = try Checkout.text("examples/swift/main.swift")
        #expect(source.count { $0 == "\n" } == 10)
        #expect(try Markdown("docs/reference/swift.md").blocks(in: "swift").contains { $0 + "\n" == source })
        try await withPlacedDaemon { daemon in
            // Line by line also to a pipe: it has no end.
            let program = try ChildProcess(
                "stdbuf", ["-oL", Checkout.file(".build/debug/where-am-i"), daemon.socket])
            let lines = ["In Vaduz, Liechtenstein, where clocks show the time of Europe/Vaduz\n", "±"]
            let said = await poll(atMost: .seconds(20)) { lines.allSatisfy(program.standardOutput.contains) }
            #expect(said, "\(program.standardOutput)\(program.standardError)")
            daemon.process.terminate()
            #expect(await poll(atMost: .seconds(20)) { program.standardOutput.contains("\nNo location: placemarkd ") })
            #expect(program.isRunning)
        }
    }

    @Test("each block of docs/reference/python.md runs as it stands there, and answers")
    func pythonAndShell() async throws {
        let page = try Markdown("docs/reference/python.md")
        try await withPlacedDaemon { (daemon) async throws in
            func run(_ interpreter: [String], _ language: String) async throws -> [String] {
                var outputs: [String] = []
                for block in page.blocks(in: language) {
                    let environment = [
                        "PYTHONPATH": Checkout.file("examples/python"), "PYTHONDONTWRITEBYTECODE": "1",
                    ]
                    let text = block.replacing("/run/placemarkd.sock", with: daemon.socket)
                    let child = try ChildProcess(
                        interpreter[0], interpreter.dropFirst() + ["-c", text], environment: environment)
                    #expect(await child.exitStatus(within: .seconds(20)) == 0, "\(block)\n\(child.standardError)")
                    outputs.append(child.standardOutput)
                }
                return outputs
            }
            #expect(
                try await run(["python3"], "python") == [
                    "In Vaduz\n", "live Vaduz Europe/Vaduz\n", "The receiver is there.\n",
                    "status Vaduz, Liechtenstein\n",
                    "Vaduz\n['Liechtenstein']\n",
                ])
            #expect(
                try await run(["bash"], "sh") == ["Vaduz\n", "Europe/Vaduz\n", "Vaduz\n"])
        }
    }

    @Test(
        "the Python module takes a daemon that ends in the middle of a line for one that ends, and waits as long as it asks it to"
    )
    func pythonEnds() async throws {
        let directory = try TemporaryDirectory()
        let text = """
            import socket, threading
            from placemarkd import Placemarkd
            path = "\(directory.file("half"))"
            with socket.socket(socket.AF_UNIX) as server:
                server.bind(path)
                server.listen()
                def serve(*answers):
                    for answer in answers:
                        connection = server.accept()[0]
                        connection.recv(100)
                        connection.sendall(answer)
                        connection.close()
                half = b'{"event":"status"}\\n{"event":"pla'
                threading.Thread(target=serve, args=(half, b'{"age":', b'{"age":1}\\n', b'{"age":2}\\n')).start()
                print([event["event"] for event in Placemarkd(path).watch()])
                try:
                    Placemarkd(path).status()
                except ConnectionError:
                    print("gone")
                times, settimeout = [], socket.socket.settimeout
                socket.socket.settimeout = lambda self, time: (times.append(time), settimeout(self, time))
                print(Placemarkd(path).location(wait=30), Placemarkd(path).location(), times[0] > 30, times[2])
            """
        let child = try ChildProcess(
            "python3", ["-c", text],
            environment: ["PYTHONPATH": Checkout.file("examples/python"), "PYTHONDONTWRITEBYTECODE": "1"])
        #expect(await child.exitStatus(within: .seconds(20)) == 0, "\(child.standardError)")
        #expect(child.standardOutput == "['status']\ngone\n{'age': 1} {'age': 2} True 15\n", "\(child.standardOutput)")
    }

    @Test("the Python module tells errors by their code, and sends no second line")
    func pythonErrors() async throws {
        let daemon = try await RunningDaemon(gpsdPort: 1)
        let text = """
            import socket, threading
            from placemarkd import Placemarkd, PlacemarkdError
            daemon = Placemarkd("\(daemon.socket)")
            for ask in (daemon.city, lambda: daemon.search("Xyzzyplugh"), lambda: next(daemon.watch("nothing"))):
                try:
                    ask()
                except PlacemarkdError as error:
                    print(error.code)
            try:
                daemon.search("Paris\\ntrack clear")
            except ValueError as error:
                print(error)
            try:
                Placemarkd("/nonexistent").city()
            except FileNotFoundError:
                print("nobody")
            with socket.socket(socket.AF_UNIX) as server:
                server.bind("\(daemon.directory.file("silent"))")
                server.listen()
                def leave():
                    connection = server.accept()[0]
                    connection.recv(100)
                    connection.close()
                threading.Thread(target=leave).start()
                try:
                    Placemarkd("\(daemon.directory.file("silent"))").city()
                except ConnectionError:
                    print("gone")
            """
        let child = try ChildProcess(
            "python3", ["-c", text],
            environment: ["PYTHONPATH": Checkout.file("examples/python"), "PYTHONDONTWRITEBYTECODE": "1"])
        #expect(await child.exitStatus(within: .seconds(20)) == 0, "\(child.standardError)")
        #expect(
            child.standardOutput == "no-fix\nno-place\nbad-request\na request is one line of text\nnobody\ngone\n",
            "\(child.standardOutput)")
    }
}
