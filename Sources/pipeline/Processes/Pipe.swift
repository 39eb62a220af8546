import CSystem
import Files
import Foundation

/// A pipe from a child process, or to it. Closed when it is released.
final class Pipe {
  private(set) var readEnd: Int32
  private(set) var writeEnd: Int32
  private var rest = Data()

  /// With `waits`, reading blocks. Throws where there are too many open files.
  init(waits: Bool = false) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
    // The flag is that of the pipe, for the child too.
    if !waits { _ = fcntl(readEnd, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    closeReadEnd()
    closeWriteEnd()
  }

  func closeReadEnd() {
    if readEnd >= 0 { close(readEnd) }
    readEnd = -1
  }

  func closeWriteEnd() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }

  /// Waits until there is something to read, or the time is over.
  func wait(milliseconds: Int32) {
    var descriptor = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    // A pipe whose other end is closed is always ready.
    if poll(&descriptor, 1, milliseconds) > 0, descriptor.revents & Int16(POLLIN) == 0 {
      usleep(UInt32(milliseconds) * 1000)
    }
  }

  /// The bytes that can be read now.
  func readAvailable() -> Data {
    var all = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(readEnd, &buffer, buffer.count)
      guard count > 0 else { return all }
      all.append(contentsOf: buffer[..<count])
    }
  }

  /// The complete lines that can be read now.
  func readLines() -> [Data] {
    rest += readAvailable()
    var lines: [Data] = []
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(Data(rest[..<end]))
      rest = Data(rest[(end + 1)...])
    }
    return lines
  }
}
