import PlacemarkModel
import Testing

@testable import placemark_nominatim

@Suite("Queue")
struct QueueTests {
    private func query(_ number: Int, for asker: GeocodeAsker = .client) -> PlaceQuery {
        PlaceQuery(
            subject: .search("place \(number)", near: nil, limit: 1), language: nil, granularity: .street, asker: asker)
    }

    @Test("fault 89: the daemon's own questions come first, have places of their own, and are shared with nobody")
    func daemonFirst() {
        var queue = RequestQueue<Int>()
        func append(_ waiter: Int, _ query: PlaceQuery, turn: Duration = .zero) -> Bool {
            queue.append(waiter, for: query, turn: turn, firstWait: .zero, deadline: .seconds(3))
        }
        let clients = (0..<5000).count { append($0, query($0)) }
        #expect(clients == RequestQueue<Int>.mostEntries - RequestQueue<Int>.reserve)
        // However long the queue of clients is, the daemon's turn is the next.
        let isTaken = append(9001, query(1, for: .daemon), turn: .seconds(1))
        #expect(isTaken && append(9002, query(2, for: .daemon), turn: .seconds(1)))
        let (first, second, third) = (queue.popFirst(), queue.popFirst(), queue.popFirst())
        #expect(first?.query == query(1, for: .daemon) && first?.waiters == [9001])
        #expect(second?.waiters == [9002] && third?.waiters == [0])
        #expect(append(9003, query(3, for: .daemon)))
        #expect(queue.removeAll(for: .client).count == clients - 1)
        #expect(queue.entries.map(\.waiters) == [[9003]])
    }

    @Test("those who ask come in their order, those who ask the same share a place, and who leaves is taken off")
    func order() {
        var queue = RequestQueue<Int>()
        for (waiter, number) in [(1, 1), (2, 2), (3, 1), (4, 3)] {
            let isTaken = queue.append(
                waiter, for: query(number), turn: .zero, firstWait: .zero, deadline: .seconds(3))
            #expect(isTaken)
        }
        queue.remove(2)
        queue.remove(1)
        #expect(queue.waiterCount == 2)
        let first = queue.popFirst()
        #expect(first?.query == query(1) && first?.waiters == [3])
        let second = queue.popFirst()
        #expect(second?.waiters == [4])
        #expect(queue.isEmpty)
    }

    @Test("fault 62: the queue takes those who can be answered within the deadline, and refuses the others at once")
    func bounds() {
        func taken(interval: Duration, firstWait: Duration = .zero) -> Int {
            var queue = RequestQueue<Int>()
            return (0..<1000).count {
                queue.append(
                    $0, for: query($0), turn: interval, firstWait: firstWait, deadline: .milliseconds(2700))
            }
        }
        #expect(taken(interval: .seconds(1)) == 3)
        #expect(taken(interval: .seconds(1), firstWait: .milliseconds(900)) == 2)
        #expect(taken(interval: .zero) == RequestQueue<Int>.mostEntries - RequestQueue<Int>.reserve)
        var queue = RequestQueue<Int>()
        let same = (0..<5000).count {
            queue.append($0, for: query(1), turn: .seconds(1), firstWait: .zero, deadline: .seconds(2))
        }
        #expect(same == RequestQueue<Int>.mostWaiters - RequestQueue<Int>.reserve)
    }
}
