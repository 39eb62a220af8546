import Coding
import Geometry

/// Costly results, told by digests of what they show, kept as long as they are in use; their memory is used again.
final class KeptPool<Value: AnyObject> {
  private var kept: [(key: Digest, value: Value)] = []
  private var free: [Value] = []
  private let new: () -> Value
  private let memory: (Value) -> Int

  /// `memory` tells how many bytes a value takes.
  init(_ new: @escaping () -> Value, memory: @escaping (Value) -> Int) {
    self.new = new
    self.memory = memory
  }

  /// All that it holds, in bytes.
  var bytes: Int { kept.reduce(0) { $0 + memory($1.value) } + free.reduce(0) { $0 + memory($1) } }

  /// The value kept for `key`, or else one that `fill` makes of used memory; nil where it makes nothing.
  func value(for key: Digest, fill: (Value) -> Bool) -> Value? {
    if let known = kept.first(where: { $0.key == key }) { return known.value }
    let value = free.popLast() ?? new()
    guard fill(value) else {
      free.append(value)
      return nil
    }
    kept.append((key, value))
    return value
  }

  /// Gives back the memory that is to be used again.
  func dropFree() { free.removeAll() }

  /// Takes back the values that nobody else holds.
  func reclaim() {
    var i = 0
    while i < kept.count {
      if isKnownUniquelyReferenced(&kept[i].value) {
        free.append(kept.remove(at: i).value)
      } else {
        i += 1
      }
    }
  }
}
