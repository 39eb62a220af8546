import Coding

/// Filtered layers of one renderer, by digests of what they show, for as long as an operation holds them; their memory is
/// used again.
final class LayerCache<Layer: AnyObject> {
  private var layers: [(key: Digest, layer: Layer)] = []
  private var free: [Layer] = []
  private let make: () -> Layer

  init(_ make: @escaping () -> Layer) { self.make = make }

  /// The layer for `key`, or else one that `fill` fills; nil if `fill` returns false, for nothing to show.
  func value(for key: Digest, fill: (Layer) -> Bool) -> Layer? {
    if let cached = layers.first(where: { $0.key == key }) { return cached.layer }
    let layer = free.popLast() ?? make()
    guard fill(layer) else {
      free.append(layer)
      return nil
    }
    layers.append((key, layer))
    return layer
  }

  /// Takes back the layers that nobody else holds.
  func reclaim() {
    var i = 0
    while i < layers.count {
      if isKnownUniquelyReferenced(&layers[i].layer) {
        free.append(layers.remove(at: i).layer)
      } else {
        i += 1
      }
    }
  }
}
