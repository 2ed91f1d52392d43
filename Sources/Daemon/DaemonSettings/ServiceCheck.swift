internal import Glibc
import LocationEngine
import PlacemarkModel
public import Settings

extension Configuration {
    /// The user as whom the daemon runs, as systemd/placemarkd.sysusers.conf and the unit have it.
    public static let serviceUser = "placemarkd"

    /// Finds out whether the service can work with settings: root, who may read everything, tries it as the service's user.
    ///
    /// - Parameters:
    ///   - defaultWorldFile: the one that is opened where the settings name none.
    ///   - load: reads the settings and the regions.
    public static func check(
        defaultWorldFile: String, loading load: () throws(ConfigurationErrors) -> Configuration
    ) throws(ConfigurationErrors) {
        guard let user = ServiceUser(named: serviceUser), user.canBeTried else {
            _ = try load()
            return
        }
        // From outside the unit only: inside, the attempt itself tells.
        let sandbox = geteuid() == 0 ? UnitSandbox.ofService() : nil
        try user.perform { () throws(ConfigurationErrors) in
            let settings = try load()
            let problems = settings.obstacles(
                worldFile: settings.gazetteer.file ?? defaultWorldFile, user: user, sandbox: sandbox)
            if !problems.isEmpty { throw ConfigurationErrors(problems: problems) }
        }
    }

    /// What keeps the service from working with these settings although they are right: files and directories that it may
    /// not use. To be asked as the service's user (`ServiceUser.perform`).
    ///
    /// - Parameters:
    ///   - worldFile: the one that will be opened.
    ///   - sandbox: of the service's unit, for those who ask from outside it; nil inside.
    func obstacles(worldFile: String, user: ServiceUser, sandbox: UnitSandbox?) -> [ConfigurationProblem] {
        var problems: [ConfigurationProblem] = []
        func complain(_ path: String, _ reason: ConfigurationProblem.Reason) {
            problems.append(ConfigurationProblem(file: path, line: nil, reason: reason))
        }
        let world = open(worldFile, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if world < 0 { complain(worldFile, .unreadable(String(cString: strerror(errno)))) } else { close(world) }
        if case .socket(let path) = machine.geocoder, let reason = Self.obstacleToGeocoder(at: path, user: user) {
            complain(path, reason)
        }
        let defaults = Publishing()
        for (key, path, byDefault) in [
            ("StateDirectory", publishing.stateDirectory, defaults.stateDirectory),
            ("PersistentDirectory", publishing.persistentDirectory, defaults.persistentDirectory),
        ] {
            // The unit makes the directories of the defaults.
            if path == byDefault { continue }
            if let sandbox, !sandbox.allowsWriting(to: path) {
                complain(path, .readOnlyForService(key: key))
            } else if let number = Self.obstacleToWriting(to: path) {
                complain(path, .notWritable(key: key, user: user.name, number))
            }
        }
        return problems
    }

    /// What keeps the user from a geocoder's socket. One that is not there is none: the geocoder may start later.
    private static func obstacleToGeocoder(at path: String, user: ServiceUser) -> ConfigurationProblem.Reason? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            return errno == EACCES ? .geocoderOutOfReach(user: user.name, errno) : nil
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { return .geocoderNoSocket }
        // The rights of this thread, and not those with which the process was started.
        return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 ? nil : .geocoderOutOfReach(user: user.name, errno)
    }

    /// The errno of an attempt to make a file there that has no name; nil when it succeeds.
    private static func obstacleToWriting(to directory: String) -> Int32? {
        // O_TMPFILE of <fcntl.h>, which Glibc does not show to Swift, with the directory's flag in it.
        let unnamedFile: Int32 = 0o20_000_000 | O_DIRECTORY
        let descriptor = open(directory, unnamedFile | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor < 0 else {
            close(descriptor)
            return nil
        }
        // Some file systems have no such files.
        return [EOPNOTSUPP, EISDIR].contains(errno) ? nil : errno
    }
}
