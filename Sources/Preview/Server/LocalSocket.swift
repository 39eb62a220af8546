import Foundation

/// Listening sockets.
public enum LocalSocket {
  /// Opens one at an address of this machine, such as `127.0.0.1`, which it alone reaches, `192.168.1.20` or `::`; `port` 0 takes any that is free. Throws a
  /// `POSIXError`.
  public static func listen(at host: String = "127.0.0.1", port: UInt16) throws -> (socket: Int32, port: UInt16) {
    var (four, six) = (sockaddr_in(), sockaddr_in6())
    if inet_pton(AF_INET, host, &four.sin_addr) == 1 {
      (four.sin_family, four.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
      return try listen(AF_INET, &four) { UInt16(bigEndian: $0.sin_port) }
    }
    guard inet_pton(AF_INET6, host, &six.sin6_addr) == 1 else { throw POSIXError(.EADDRNOTAVAIL) }
    (six.sin6_family, six.sin6_port) = (sa_family_t(AF_INET6), port.bigEndian)
    return try listen(AF_INET6, &six) { UInt16(bigEndian: $0.sin6_port) }
  }

  private static func listen<Address>(
    _ family: Int32, _ address: inout Address, port: (Address) -> UInt16
  ) throws -> (socket: Int32, port: UInt16) {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw error() }
    var one: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    var length = socklen_t(MemoryLayout<Address>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && Foundation.listen(descriptor, 512) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard result else {
      let error = error()
      close(descriptor)
      throw error
    }
    return (descriptor, port(address))
  }

  private static func error() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
