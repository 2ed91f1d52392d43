import Database
import FoundationEssentials
import Glibc
import PlacemarkModel

/// The answers of the provider, kept in a file: an answer from here costs no request.
///
/// The cache is a convenience: geocoding goes on without a file that is damaged, full, locked or not there, and a client gets its
/// answer all the same. Lifetimes go by the wall clock, the only one that runs on while the machine is off; an answer
/// from the future has expired, so a clock that is set costs requests and never keeps an answer for longer. What has expired
/// is deleted, because it tells where the machine was.
final class PlaceCache {
    struct Settings: Hashable, Sendable {
        var hitLifetime: Duration = .seconds(30 * 86_400)
        /// Of the answer that no place is known there.
        var missLifetime: Duration = .seconds(1800)
        /// Of the file; 0 for no cache.
        var maximumSizeInBytes = 16 << 20
    }

    private let settings: Settings
    private let path: String
    /// Nil where there is to be no cache.
    private let file: DatabaseFile<OpenCache>?
    private var (hits, misses) = (0, 0)

    /// How often it is written down that an answer is in use.
    private static let usePrecisionInSeconds = 3600

    /// - Parameters:
    ///   - asker: whose questions it has the answers to.
    ///   - directory: where the file lies, which is made when it is not there.
    init(_ settings: Settings, of asker: GeocodeAsker = .daemon, directory: String) {
        self.settings = settings
        path = "\(directory)/\(Self.fileName(asker))"
        let maximum = settings.maximumSizeInBytes
        file =
            maximum <= 0
            ? nil
            : DatabaseFile(Self.fileName(asker), in: directory) { path throws(SQLiteDatabase.Failure) in
                try OpenCache(path: path, maximumSizeInBytes: maximum)
            }
        file?.attempt { _ in }
        if file == nil { removeFiles() }
    }

    /// Nothing stays of a cache that there was before, nor of one that was set aside.
    private func removeFiles() { for suffix in ["", "-journal", ".damaged"] { unlink(path + suffix) } }

    private static func fileName(_ asker: GeocodeAsker) -> String {
        switch asker {
        case .daemon: "cache.sqlite"
        case .client: "clients.sqlite"
        }
    }

    var figures: GeocoderHealthReport.Cache {
        var figures = GeocoderHealthReport.Cache()
        (figures.hits, figures.misses) = (hits, misses)
        (figures.entries, figures.sizeInBytes) = (file?.opened?.entries ?? 0, file?.opened?.sizeInBytes ?? 0)
        (figures.failure, figures.setAside) = (file?.failure?.description, file?.setAside ?? 0)
        return figures
    }

    /// The answer to a question; empty for the answer that there is no such place, nil when it must be asked.
    func places(for key: String, at now: Timestamp) -> [FoundPlace]? {
        let seconds = Self.seconds(now)
        let found: [FoundPlace]?? = file?.attempt { cache throws(SQLiteDatabase.Failure) in
            let rows = try cache.database.rows(
                "SELECT value, used FROM answers WHERE key = ? AND expires > ? AND stored <= ?",
                [.text(key), .integer(seconds), .integer(seconds)]
            ) { (value: $0.blob(0), used: $0.integer(1)) }
            guard let row = rows.first,
                let places = try? JSONDecoder().decode([FoundPlace].self, from: Data(row.value))
            else { return nil }
            if abs(seconds - row.used) > Self.usePrecisionInSeconds {
                // Where it cannot be written down, the answer is as good.
                try? cache.database.run("UPDATE answers SET used = ? WHERE key = ?", [.integer(seconds), .text(key)])
            }
            return places
        }
        guard let places = found ?? nil else {
            misses += 1
            return nil
        }
        hits += 1
        return places
    }

    /// Keeps an answer; empty for the one that there is no such place.
    func store(_ places: [FoundPlace], for key: String, at now: Timestamp) {
        let lifetime = places.isEmpty ? settings.missLifetime : settings.hitLifetime
        guard lifetime > .zero, let value = try? JSONEncoder().encode(places) else { return }
        let seconds = Self.seconds(now)
        file?.attempt { cache throws(SQLiteDatabase.Failure) in
            try cache.store(
                Array(value), for: key, at: seconds, until: seconds + Int(lifetime.components.seconds))
        }
    }

    /// Deletes the answers that have expired by the lifetimes of now: also one that was stored under a longer one.
    ///
    /// - Parameter isClockSet: false while the clock may be behind, and a good answer therefore seem to be from the future.
    func deleteExpired(at now: Timestamp, isClockSet: Bool) {
        let seconds = Self.seconds(now)
        let longest = Int(max(settings.hitLifetime, settings.missLifetime).components.seconds)
        file?.attempt { cache throws(SQLiteDatabase.Failure) in
            try cache.deleteAnswers(
                expiredAt: seconds, storedUpTo: seconds - longest, storedAfter: isClockSet ? seconds : .max)
        }
    }

    /// Forgets all answers, those of a damaged file that was set aside, too. Returns how many there were; nil when it cannot.
    func clear() -> Int? {
        let cleared = file?.attempt { cache throws(SQLiteDatabase.Failure) in try cache.clear() }
        // Afterwards: a file that is found damaged only now has just been set aside.
        unlink(path + ".damaged")
        if let cleared { return cleared }
        // Where there is no file, there is nothing to forget.
        return access(path, F_OK) != 0 && errno == ENOENT ? 0 : nil
    }

    private static func seconds(_ now: Timestamp) -> Int { Int(now.nanosecondsSinceEpoch / 1_000_000_000) }
}
