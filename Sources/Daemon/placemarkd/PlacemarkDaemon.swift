import ArgumentParser
import CLinux
import DaemonSettings
import Glibc
import Logging
import PlacemarkModel
import Publishing
import Settings
import Systemd

/// The command line of the daemon.
@main
struct PlacemarkDaemon: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "placemarkd",
        abstract: "Tells where this machine is, in words.",
        discussion: """
            Reads positions from gpsd, names the place with an embedded world gazetteer, and publishes it to a Unix \
            socket and to state files. Settings come from /etc/placemarkd.conf and /etc/placemarkd.conf.d/*.conf; \
            these options win over them. SIGHUP reads the settings again, SIGTERM ends the daemon.

            Exit status: 0 ended by a signal, 64 wrong usage, 66 no usable world file, 71 the system refuses something, 73 the socket or \
            a directory cannot be made, 75 another placemarkd serves the socket, 78 the settings are wrong.

            EXAMPLES
              placemarkd --check-config
              placemarkd --gpsd 127.0.0.1:2947 --socket /tmp/placemarkd.sock --state-directory /tmp/placemarkd
              printf 'city\\n' | nc -U /run/placemarkd.sock
            """,
        version: Installation.version)

    @OptionGroup var options: Options
    @Flag(
        help: """
            Check the settings and the world file and exit: 0 when they are right, 78 or 66 when not. Root checks as \
            the service's user, who may read less.
            """)
    var checkConfig = false
    @Option(
        help: ArgumentHelp(
            """
            Let the group placemark-precise connect to this socket, in addition to the socket's own group, and exit. \
            For the socket that systemd opens; one that placemarkd opens itself does not need this.
            """, valueName: "path"), completion: .file())
    var shareSocket: String?

    func run() async throws {
        CoreDump.forbid()
        // Before there is a second thread: the environment must not be changed later.
        let environment = ServiceEnvironment.take()
        // A client that is gone is an error of a write, not the end of the daemon.
        signal(SIGPIPE, SIG_IGN)
        do {
            if let shareSocket {
                try share(shareSocket)
            } else if checkConfig {
                try options.check()
                try options.openWorldFile()
                print("The settings are right.")
            } else {
                let (settings, regions) = try options.settingsAndRegions()
                try await Daemon(settings: settings, options: options, environment: environment).run(watching: regions)
            }
        } catch let error as ConfigurationErrors {
            Logger.writeFailure(error.description, environment: environment)
            if checkConfig, let reader = ServiceUser.reader(for: Configuration.serviceUser) {
                Logger.writeFailure("checked with what \(reader) may read", environment: environment)
            }
            refuseClients("its configuration is wrong", environment)
            throw ExitCode(EX_CONFIG)
        } catch let error as StartError {
            Logger.writeFailure(error.description, environment: environment)
            if case .gazetteer = error { refuseClients("it has no usable world file", environment) }
            throw ExitCode(error.exitStatus)
        }
    }

    /// Answers those who wait at systemd's socket. They would start the service again and again.
    private func refuseClients(_ why: String, _ environment: [String: String]) {
        let sockets = try? SocketActivation.sockets(environment: environment, processIdentifier: getpid())
        guard !checkConfig, let socket = sockets?.first else { return }
        RefusingSocket.answer(
            at: socket.descriptor,
            because:
                "placemarkd does not start, because \(why): 'sudo journalctl -u placemarkd' says what to correct, and"
                + " the next request starts it")
    }

    private func share(_ socket: String) throws(StartError) {
        guard let group = Access.ofThisMachine().preciseGroup else {
            throw .sharing(socket, reason: "there is no group placemark-precise; systemd-sysusers makes it")
        }
        let code = AccessList.admit(group, toSocketAt: socket)
        if code != 0 { throw .sharing(socket, reason: String(cString: strerror(code))) }
    }
}

/// The image of a process that has crashed. It would hold where this machine has been.
private enum CoreDump {
    /// Forbids it. A limit of the core's size would not do: the kernel does not apply it where cores
    /// are piped to a program, as systemd-coredump and apport have it (core(5)).
    static func forbid() {
        let result = clinux_forbid_dumps()
        // The only error is that of a wrong argument.
        precondition(result == 0, "the kernel does not know PR_SET_DUMPABLE")
    }
}
