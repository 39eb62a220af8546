import Memory

/// Growing memory for trivial values, reused from frame to frame.
///
/// New memory is zeroed. Hot loops take `base` once, after `reserve`. What is large is charged to the thread's
/// `MemoryAccount`; where that refuses, the memory is there all the same, and the frame is given up at its next command.
final class Scratch<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var capacity: Int
  var count = 0
  private var reservation: MemoryReservation?
  /// Less is not reserved, in bytes.
  private static var minReserved: Int { 64 << 10 }

  init(capacity: Int = 64) {
    self.capacity = max(capacity, 1)
    base = Self.allocate(self.capacity)
  }

  deinit { base.deallocate() }

  private static func allocate(_ count: Int) -> UnsafeMutablePointer<Element> {
    let bytes = count * MemoryLayout<Element>.stride
    let raw = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    raw.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    return raw.bindMemory(to: Element.self, capacity: count)
  }

  /// Makes room for `needed` elements in all; what is there stays.
  func reserve(_ needed: Int) {
    guard needed > capacity else { return }
    let size = max(needed, capacity * 2)
    let bytes = size * MemoryLayout<Element>.stride
    grow(to: size, bytes < Self.minReserved ? nil : MemoryAccount.current?.reserve(bytes, for: "drawing"))
  }

  /// Makes room as `reserve` does; false, and nothing changes, if memory is refused.
  func reserveIfAllowed(_ needed: Int) -> Bool {
    guard needed > capacity, let account = MemoryAccount.current else {
      reserve(needed)
      return true
    }
    // Sizes change little from frame to frame.
    let size = needed + needed / 8
    guard let reservation = account.reserve(size * MemoryLayout<Element>.stride, for: "an effect") else { return false }
    grow(to: size, reservation)
    return true
  }

  private func grow(to size: Int, _ reservation: MemoryReservation?) {
    let grown = Self.allocate(size)
    grown.update(from: base, count: capacity)
    base.deallocate()
    base = grown
    capacity = size
    self.reservation = reservation
  }

  func append(_ element: Element) {
    if count == capacity { reserve(count + 1) }
    base[count] = element
    count += 1
  }
}
