import NIOCore

/// Runs tasks on the thread of an event loop.
///
/// Without it every request would go to a thread of the global pool and back, and on one core two changes of thread cost
/// more than the answer.
final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
