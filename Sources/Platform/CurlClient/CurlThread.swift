import CCurl
import Glibc
import Synchronization
import Threads

/// A thread with libcurl on it, which blocks: one request after the other, in the order in which they come.
package final class CurlThread: Sendable {
    private typealias Completion = @Sendable (Result<CurlReply, CurlFailure>) -> Void

    private struct Job: Sendable {
        let request: CurlRequest
        let completion: Completion
    }

    private struct Mailbox {
        var jobs: [Job] = []
        var isClosed = false
        var isAbandoned = false
    }

    /// Raised for each job and for the end.
    private let semaphore: Semaphore
    private let mailbox = Mutex(Mailbox())

    package init(_ settings: CurlHandle.Settings) {
        semaphore = Semaphore()
        let work = Work(thread: self, settings: settings)
        // OpenSSL and the resolver need about 100 KiB of a stack.
        let hasThread = DetachedThread.start(named: "curl", stackBytes: 512 << 10) { work.run() }
        precondition(hasThread, "no thread can be started")
    }

    /// Ends the thread after the jobs that it has. Those that come later fail.
    package func close() {
        mailbox.withLock { $0.isClosed = true }
        semaphore.raise()
    }

    /// Likewise, but the request that is under way is broken off, within a second, and those behind it fail.
    package func abandon() {
        mailbox.withLock { ($0.isClosed, $0.isAbandoned) = (true, true) }
        semaphore.raise()
    }

    /// Sends a request and takes the answer, after all that has been asked for before.
    package func exchange(_ request: CurlRequest) async throws(CurlFailure) -> CurlReply {
        let result: Result<CurlReply, CurlFailure> = await withCheckedContinuation { continuation in
            let isOpen = mailbox.withLock { mailbox in
                guard !mailbox.isClosed else { return false }
                mailbox.jobs.append(Job(request: request) { continuation.resume(returning: $0) })
                return true
            }
            if isOpen {
                semaphore.raise()
            } else {
                continuation.resume(returning: .failure(.unreachable("this program is ending")))
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
            handle.isAbandoned = { [thread] in thread.mailbox.withLock { $0.isAbandoned } }
            while true {
                thread.semaphore.lower()
                let (job, isClosed) = thread.mailbox.withLock { mailbox in
                    (mailbox.jobs.isEmpty ? nil : mailbox.jobs.removeFirst(), mailbox.isClosed)
                }
                guard let job else {
                    if isClosed { return }
                    continue
                }
                do throws(CurlFailure) {
                    job.completion(.success(try handle.exchange(job.request)))
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
