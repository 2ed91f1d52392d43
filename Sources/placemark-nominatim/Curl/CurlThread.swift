import Glibc
import Synchronization

/// A thread with libcurl on it, which blocks: one request after the other, in the order in which they come.
final class CurlThread: Sendable {
    private typealias Completion = @Sendable (Result<ProviderReply, ProviderError>) -> Void

    private struct Job: Sendable {
        let address: String
        let completion: Completion
    }

    private struct Mailbox {
        var jobs: [Job] = []
        var isClosed = false
    }

    /// Raised for each job and for the end.
    private let semaphore: Semaphore
    private let mailbox = Mutex(Mailbox())

    init(_ settings: CurlHandle.Settings) {
        semaphore = Semaphore()
        let work = Work(thread: self, settings: settings)
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        // OpenSSL and the resolver need about 100 KiB.
        pthread_attr_setstacksize(&attributes, 512 << 10)
        var thread = pthread_t()
        let result = pthread_create(
            &thread, &attributes,
            { context in
                guard let context else { return nil }
                Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(work).toOpaque())
        precondition(result == 0, "no thread can be started")
        pthread_detach(thread)
    }

    /// Ends the thread after the jobs that it has. Those that come later fail.
    func close() {
        mailbox.withLock { $0.isClosed = true }
        semaphore.raise()
    }

    /// Gets a page, after all that has been asked for before.
    func get(_ address: String) async throws(ProviderError) -> ProviderReply {
        let result: Result<ProviderReply, ProviderError> = await withCheckedContinuation { continuation in
            let isOpen = mailbox.withLock { mailbox in
                guard !mailbox.isClosed else { return false }
                mailbox.jobs.append(Job(address: address) { continuation.resume(returning: $0) })
                return true
            }
            if isOpen {
                semaphore.raise()
            } else {
                continuation.resume(returning: .failure(.unreachable("the helper ends")))
            }
        }
        return try result.get()
    }

    /// What the thread does.
    private final class Work: Sendable {
        private let thread: CurlThread
        private let settings: CurlHandle.Settings

        init(thread: CurlThread, settings: CurlHandle.Settings) { (self.thread, self.settings) = (thread, settings) }

        func run() {
            let handle = CurlHandle(settings)
            while true {
                thread.semaphore.lower()
                let (job, isClosed) = thread.mailbox.withLock { mailbox in
                    (mailbox.jobs.isEmpty ? nil : mailbox.jobs.removeFirst(), mailbox.isClosed)
                }
                guard let job else {
                    if isClosed { return }
                    continue
                }
                do throws(ProviderError) {
                    job.completion(.success(try handle.get(job.address)))
                } catch {
                    job.completion(.failure(error))
                }
            }
        }
    }
}

/// A semaphore of POSIX: the cooperative pool never waits for it, only the thread of `CurlThread`.
private final class Semaphore: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }
    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func raise() { sem_post(semaphore) }
    func lower() { while sem_wait(semaphore) != 0 {} }
}
