import Glibc
import ServiceLifecycle

/// Ends with the process that has started this one: a shell that is closed, or a script that was killed, leaves no map behind.
///
/// The kernel can send a signal for it (PR_SET_PDEATHSIG), but sends it with the end of the parent's thread, which may come
/// at any time.
struct ParentWatch: Service {
    private let parent = getppid()

    private static let interval = Duration.seconds(1)

    /// Nil for a process that has no parent but init.
    init?() { if parent <= 1 { return nil } }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while getppid() == parent, (try? await Task.sleep(for: Self.interval)) != nil {}
        }
    }
}
