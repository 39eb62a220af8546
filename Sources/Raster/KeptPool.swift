import Geometry

/// Costly results, told by digests of what they show, kept as long as they are in use; their memory is used again.
final class KeptPool<Value: AnyObject> {
  private var kept: [(key: Digest, value: Value)] = []
  private var free: [Value] = []
  private let new: () -> Value

  init(_ new: @escaping () -> Value) { self.new = new }

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
