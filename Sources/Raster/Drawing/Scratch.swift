/// Growing memory for trivial values, kept from frame to frame.
///
/// New memory is zeroed. Hot loops take `base` once, after `reserve`.
final class Scratch<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var capacity: Int
  var count = 0

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
    let grown = Self.allocate(size)
    grown.update(from: base, count: capacity)
    base.deallocate()
    base = grown
    capacity = size
  }

  func append(_ element: Element) {
    if count == capacity { reserve(count + 1) }
    base[count] = element
    count += 1
  }
}
