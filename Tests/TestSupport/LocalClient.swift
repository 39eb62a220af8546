import Foundation

/// Connections to a server of this machine, byte by byte.
public struct LocalClient: Sendable {
  public let port: UInt16

  public init(port: UInt16) { self.port = port }

  /// A connection, closed when nothing refers to it.
  public final class Connection: Sendable {
    private let descriptor: Int32

    fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// True if all bytes went out.
    @discardableResult
    public func send(_ text: String) -> Bool {
      var bytes = Array(text.utf8)
      while !bytes.isEmpty {
        let count = Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        if count <= 0 { return false }
        bytes.removeFirst(count)
      }
      return true
    }

    /// All bytes until the other side closes the connection; nil where it does not within some seconds.
    public func bytesToEnd(seconds: Int32 = 30) -> [UInt8]? {
      var result: [UInt8] = []
      var part = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&event, 1, seconds * 1000) > 0 else { return nil }
        let count = recv(descriptor, &part, part.count, 0)
        if count <= 0 { return result }
        result += part[..<count]
      }
    }

    /// True if the other side keeps it open, as far as is known.
    public var isOpen: Bool {
      var byte: UInt8 = 0
      let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
      return count > 0 || (count < 0 && errno == EAGAIN)
    }
  }

  /// Nil where nobody listens.
  public func connect() -> Connection? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Foundation.connect(descriptor, $0, size) }
    }
    guard result == 0 else {
      close(descriptor)
      return nil
    }
    return Connection(descriptor)
  }

  /// An answer of HTTP; nil where there is none.
  public func answer(
    _ method: String, _ address: String, token: String?, body: String = ""
  ) -> (status: Int, body: [UInt8])? {
    guard let connection = connect() else { return nil }
    let head = [
      "\(method) \(address) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close",
      "Content-Length: \(body.utf8.count)",
    ]
    connection.send((head + (token.map { ["X-Token: \($0)"] } ?? []) + ["", body]).joined(separator: "\r\n"))
    guard let bytes = connection.bytesToEnd() else { return nil }
    let end = Array("\r\n\r\n".utf8)
    guard let split = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else { return nil }
    let words = String(decoding: bytes[..<split], as: UTF8.self).split(separator: " ")
    guard words.count > 1, let status = Int(words[1]) else { return nil }
    return (status, Array(bytes[(split + 4)...]))
  }
}
