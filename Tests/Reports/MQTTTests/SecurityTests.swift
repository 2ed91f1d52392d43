import MQTT
import PlacemarkModel
import TestConditions
import TestSupport
import Testing

/// One broker with a port for each way in which TLS can go wrong.
@Suite("MQTT with TLS, passwords and access lists", .tags(.waits))
struct SecurityTests {
    private let directory: TemporaryDirectory
    private let authority, client: CertificateMaker.Pair
    private let broker: RealMosquitto
    /// Ports with a good certificate, one for another host, one that has expired, and one that wants a client's.
    private let good, elsewhere, expired, wantsClients: UInt16

    init() async throws {
        directory = try TemporaryDirectory()
        let maker = CertificateMaker(in: directory)
        authority = try await maker.authority("authority")
        let (authority, names) = (authority, ["DNS:localhost", "IP:127.0.0.1"])
        client = try await maker.certificate("client", by: authority)
        var ports: [UInt16] = []
        var lines = ["allow_anonymous true"]
        func listen(_ name: String, names: [String], ended: Bool = false, _ more: String...) async throws {
            let pair = try await maker.certificate(name, by: authority, names: names, ended: ended)
            try ports.append(Loopback.freePort())
            lines += [
                "listener \(ports[ports.count - 1]) 127.0.0.1", "certfile \(pair.certificate)", "keyfile \(pair.key)",
            ]
            lines += ["allow_anonymous true"] + more
        }
        try await listen("good", names: names)
        try await listen("elsewhere", names: ["DNS:broker.example"])
        try await listen("expired", names: names, ended: true)
        try await listen("clients", names: names, "cafile \(authority.certificate)", "require_certificate true")
        (good, elsewhere, expired, wantsClients) = (ports[0], ports[1], ports[2], ports[3])
        broker = try await RealMosquitto(in: directory, ["per_listener_settings true"] + lines)
    }

    private func secure(
        _ port: UInt16, host: String = "127.0.0.1", authorityFile: String? = nil, _ pair: CertificateMaker.Pair? = nil
    ) -> MQTTSettings {
        settings(port, host: host) {
            $0.tls = MQTTSecurity(
                authorityFile: authorityFile ?? authority.certificate, certificateFile: pair?.certificate,
                keyFile: pair?.key)
        }
    }

    @Test(
        "with our own authority, by name and by address", .timeLimit(.minutes(1)),
        arguments: ["localhost", "127.0.0.1"])
    func ownAuthority(_ host: String) async throws {
        let connection = try await MQTTConnection.open(secure(good, host: host))
        let messages = (0..<300).map { MQTTMessage(topic: "a", text: "\($0)") }
        #expect(await connection.publish(messages).allSatisfy { (try? $0.get()) != nil })
        await connection.close()
    }

    @Test(
        "what was published while we were away comes right behind the greeting, and all of it", .timeLimit(.minutes(1)))
    func session() async throws {
        var kept = secure(good)
        kept.sessionLifetime = .seconds(3600)
        let first = try await MQTTConnection.open(kept)
        try await first.subscribe(to: ["box/cmd"])
        await first.close()
        let other = try await MQTTConnection.open(settings(broker.port) { $0.clientIdentifier = "other" })
        let texts = (0..<15).map { "\($0)" }
        _ = await other.publish(texts.map { MQTTMessage(topic: "box/cmd", text: $0) })
        let second = try await MQTTConnection.open(kept)
        var messages = second.messages.makeAsyncIterator()
        for text in texts { #expect(await messages.next()?.payload == Array(text.utf8)) }
        await second.close()
        await other.close()
    }

    @Test("fault 70: a certificate is refused for what is wrong with it", .timeLimit(.minutes(1)))
    func certificates() async throws {
        var system = secure(good)
        system.tls?.authorityFile = nil
        #expect(await failure(system) == .certificate("127.0.0.1:\(good)", .unknownAuthority))
        let stranger = try await CertificateMaker(in: directory).authority("stranger")
        #expect(
            await failure(secure(good, authorityFile: stranger.certificate))
                == .certificate("127.0.0.1:\(good)", .unknownAuthority))
        #expect(await failure(secure(elsewhere)) == .certificate("127.0.0.1:\(elsewhere)", .wrongHost))
        #expect(
            await failure(secure(elsewhere, host: "localhost")) == .certificate("localhost:\(elsewhere)", .wrongHost))
        #expect(await failure(secure(expired)) == .certificate("127.0.0.1:\(expired)", .expired))
    }

    @Test(
        "fault 70: plain text on the other side is refused, and nothing is sent in plain text", .timeLimit(.minutes(1)))
    func plainText() async throws {
        let secret = secure(broker.port)
        #expect(await failure(secret) == .noTLS("127.0.0.1:\(broker.port)"))
        let server = try StubServer()
        var quick = secure(server.port)
        (quick.user, quick.password) = ("jane", SecretText("secret"))
        async let error = failure(quick)
        let connection = try await server.accept()
        // A record of TLS, and what it greets with: nothing of what is secret.
        #expect(await poll(atMost: .seconds(5)) { connection.received().utf8.first == 0x16 })
        await connection.send("220 mail.example ESMTP\r\n".utf8)
        #expect(await error == .noTLS("127.0.0.1:\(server.port)"))
        #expect(!connection.received().contains("jane"))
    }

    @Test(
        "fault 70: a port for TLS says nothing to a client without it, which says what to do", .timeLimit(.minutes(1)))
    func secureOnly() async throws {
        #expect(await failure(settings(good)) == .closedAtOnce("127.0.0.1:\(good)", isSecured: false))
    }

    @Test("a broker that wants a certificate gets ours, or says that it does not like it", .timeLimit(.minutes(1)))
    func clientCertificates() async throws {
        #expect(await failure(secure(wantsClients, client)) == nil)
        let stranger = try await CertificateMaker(in: directory).authority("stranger")
        let address = "127.0.0.1:\(wantsClients)"
        for pair in [nil, stranger] {
            let error = try #require(await failure(secure(wantsClients, pair)))
            // The alert comes after TLS stands, and may be lost when the broker closes the connection.
            #expect([.clientCertificateRefused(address), .closedAtOnce(address, isSecured: true)].contains(error))
        }
    }

    @Test(
        "fault 70: a broker that hangs up when TLS stands is not taken for one without TLS", .timeLimit(.minutes(1)),
        arguments: ["at once", "after our greeting", "with a reset"])
    func hangsUp(_ when: String) async throws {
        let pair = try await CertificateMaker(in: directory).certificate(
            "hasty", by: authority, names: ["IP:127.0.0.1"])
        // Without a word of TLS, as the kernel does it for a program that is gone.
        let script = """
            import socket, ssl, struct, sys
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(sys.argv[1], sys.argv[2])
            server = socket.create_server(("127.0.0.1", 0))
            print(server.getsockname()[1], flush=True)
            while True:
                connection, _ = server.accept()
                secured = context.wrap_socket(connection, server_side=True)
                if sys.argv[3] != "at once":
                    secured.recv(100)
                if sys.argv[3] == "with a reset":
                    secured.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                secured.close()
            """
        let server = try ChildProcess("python3", ["-c", script, pair.certificate, pair.key, when])
        #expect(await poll(atMost: .seconds(20)) { server.standardOutput.hasSuffix("\n") })
        let port = try #require(UInt16(server.standardOutput.dropLast()))
        #expect(await failure(secure(port)) == .closedAtOnce("127.0.0.1:\(port)", isSecured: true))
    }

    @Test("a broker that is killed is lost, and not without TLS", .timeLimit(.minutes(1)))
    func killed() async throws {
        let connection = try await MQTTConnection.open(secure(good))
        broker.kill()
        // Nobody publishes: the end of the messages is that of the connection.
        for await _ in connection.messages {}
        #expect(await connection.publish("a") == .lost("127.0.0.1:\(good)"))
    }

    @Test("a file that is not what it should be is named", .timeLimit(.minutes(1)))
    func files() async throws {
        let (missing, noise) = (directory.file("missing.pem"), directory.file("noise.pem"))
        try directory.write("noise.pem", "noise\n")
        for file in [missing, noise] {
            #expect(await failure(secure(good, authorityFile: file)) == .unusableFile(file, .authorities))
            var settings = secure(good)
            settings.tls?.certificateFile = file
            #expect(await failure(settings) == .unusableFile(file, .certificate))
            settings.tls?.certificateFile = client.certificate
            settings.tls?.keyFile = file
            #expect(await failure(settings) == .unusableFile(file, .key))
        }
        var settings = secure(good, client)
        settings.tls?.keyFile = authority.key
        #expect(await failure(settings) == .unusableFile(authority.key, .mismatch))
    }
}

/// A broker that knows who may do what.
@Suite("MQTT with passwords and access lists", .tags(.waits))
struct AccessTests {
    private let directory: TemporaryDirectory
    private let broker: RealMosquitto

    init() async throws {
        directory = try TemporaryDirectory()
        let passwords = directory.file("passwords")
        try directory.write("passwords")
        let maker = try ChildProcess("mosquitto_passwd", ["-b", passwords, "jane", "secret"])
        #expect(await maker.exitStatus(within: .seconds(10)) == 0)
        try directory.write("access", "user jane\ntopic write boxes/jane/#\ntopic read boxes/jane/cmd\n")
        broker = try await RealMosquitto(
            in: directory,
            ["allow_anonymous false", "password_file \(passwords)", "acl_file \(directory.file("access"))"])
    }

    private func jane(_ password: String = "secret", _ version: MQTTSettings.Version = .v5) -> MQTTSettings {
        settings(broker.port, version) { ($0.user, $0.password) = ("jane", SecretText(password)) }
    }

    @Test(
        "fault 71: wrong credentials are told apart from an outage, without the password", .timeLimit(.minutes(1)),
        arguments: [MQTTSettings.Version.v311, .v5])
    func credentials(_ version: MQTTSettings.Version) async throws {
        #expect(await failure(jane("secret", version)) == nil)
        let wrong = await failure(jane("guessed", version))
        #expect(wrong == .accessDenied("127.0.0.1:\(broker.port)", user: "jane"))
        #expect(wrong?.description.contains("guessed") == false)
        #expect(await failure(settings(broker.port, version)) == .accessDenied("127.0.0.1:\(broker.port)", user: nil))
    }

    @Test(
        "fault 71: a topic that the access list refuses is told, and the other messages go on", .timeLimit(.minutes(1)))
    func topics() async throws {
        let connection = try await MQTTConnection.open(jane())
        #expect(await connection.publish("boxes/jane/location") == nil)
        let refused = await connection.publish("boxes/joe/location")
        #expect(refused == .topicRefused("boxes/joe/location"))
        // It waits, until somebody has corrected the list.
        #expect(refused?.isFinal == false && refused?.endsConnection == false)
        #expect(await connection.publish("boxes/jane/location") == nil)
        await connection.close()
    }
}
