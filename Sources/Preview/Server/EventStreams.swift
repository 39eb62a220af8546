import Foundation
import Reporting
import Synchronization

/// Open streams of events, as `EventSource` of browsers reads them.
final class EventStreams: Sendable {
  private let open = Mutex<[HTTPRequest]>([])

  init() {
    // A closed connection is found by sending to it.
    let thread = Thread { [weak self] in
      while let self {
        self.send(Array(": still here\n\n".utf8))
        Thread.sleep(forTimeInterval: 5)
      }
    }
    thread.start()
  }

  /// Answers a request with a stream, whose first event is this one.
  func add(_ request: HTTPRequest, first: PreviewEvent) {
    request.openStream()
    // The page reconnects this many milliseconds after a lost connection.
    guard request.send(Array("retry: 200\n".utf8) + first.bytes) else { return }
    open.withLock { $0.append(request) }
  }

  func send(_ event: PreviewEvent) { send(event.bytes) }

  private func send(_ bytes: [UInt8]) { open.withLock { open in open.removeAll { !$0.send(bytes) } } }
}

/// An event that is sent to pages.
struct PreviewEvent: Sendable {
  let name: String
  let data: JSONValue

  var bytes: [UInt8] { Array("event: \(name)\ndata: \(data.text)\n\n".utf8) }
}
