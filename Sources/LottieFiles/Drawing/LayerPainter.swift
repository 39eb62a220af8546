import StageKit

/// Draws the layers of an animation.
struct LayerPainter: Sendable {
  private let compositions: [PaintedComposition]
  private let main: Int
  private let framesPerSecond: Double
  private let combine: ShapeRun.Combine

  /// - `main`: The place of the animation's own composition in the list.
  init(
    compositions: [LayerComposition], main: Int, framesPerSecond: Double, combine: @escaping ShapeRun.Combine
  ) {
    self.compositions = compositions.map(PaintedComposition.init)
    self.main = main
    self.framesPerSecond = framesPerSecond
    self.combine = combine
  }

  /// The drawing of the whole animation at a frame.
  func drawing(at frame: Double) throws -> DisplayList {
    try ScriptContext.frame().run { try drawing(of: main, at: frame) }
  }

  /// The drawing of a composition at a frame of its own.
  private func drawing(of composition: Int, at frame: Double) throws -> DisplayList {
    let layers = compositions[composition].layers
    var places = LayerPlaces(compositions[composition], at: frame)
    var list = DisplayList()
    for index in layers.indices.reversed() where !layers[index].value.isMatte && !layers[index].value.isHidden {
      try draw(index, of: layers, at: frame, &places, isMatte: false, onto: &list)
    }
    return list
  }

  /// Adds a layer with all that belongs to it.
  private func draw(
    _ index: Int, of layers: [Shared<Layer>], at frame: Double, _ places: inout LayerPlaces, isMatte: Bool,
    onto list: inout DisplayList
  ) throws {
    let shared = layers[index]
    guard shared.value.isShown(at: frame) else { return }
    let opacity = shared.value.transform.opacity(at: frame)
    guard opacity > 0 else { return }
    let transform = places.transform(of: index)
    guard transform.isFinite, transform.determinant != 0 else { return }
    var content = try content(of: shared, at: frame)
    guard !content.isEmpty || shared.value.drawsMasks else { return }
    if !shared.value.masks.isEmpty { content = MaskRun(shared.value.masks, at: frame).applied(to: content) }
    if !shared.value.effects.isEmpty { content = FilterRun(shared.value, at: frame).applied(to: content) }
    guard !content.isEmpty else { return }
    let blend = isMatte ? .normal : shared.value.blend
    guard let matte = shared.value.matte else {
      return list.group(content.faded(by: opacity, transform: transform, blend: blend))
    }
    var masked = DisplayList()
    masked.group(content.faded(by: opacity, transform: transform))
    var source = DisplayList()
    try draw(matte.layer, of: layers, at: frame, &places, isMatte: true, onto: &source)
    if source.isEmpty {
      // Nothing hides all, or nothing.
      if matte.isInverted { list.group(Group(masked, blend: blend)) }
      return
    }
    list.group(
      Group(masked, blend: blend, mask: Mask(source, channel: matte.channel, isInverted: matte.isInverted)))
  }

  /// The drawing of a layer in its own space.
  private func content(of layer: Shared<Layer>, at frame: Double) throws -> DisplayList {
    switch layer.value.content {
    case .empty: return DisplayList()
    case .drawing(let drawing): return try drawing.list(combine)
    case .shapes(let items): return try ShapeRun.drawing(of: items, at: frame, combine)
    case .solid(let color, let size):
      return DisplayList { $0.fill(.rect(Rect(x: 0, y: 0, width: size.width, height: size.height)), color) }
    case .image(let image, let size):
      let box = Rect(x: 0, y: 0, width: size.width, height: size.height)
      let place = PictureFit.cover.rect(for: Size(Double(image.width), Double(image.height)), in: box)
      guard !box.isEmpty else { return DisplayList() }
      let placement =
        Transform.translation(place.origin)
        * .scale(place.width / Double(image.width), place.height / Double(image.height))
      return DisplayList { $0.fill(.rect(box), .image(image, placement: placement)) }
    case .composition(let nested):
      var inner = (frame - layer.value.startTime) / layer.value.stretch
      if let remap = nested.remap {
        inner = remap.value(at: frame) * framesPerSecond
        let whole = inner.rounded()
        if abs(inner - whole) < 1e-5 { inner = whole }
        // The end of the layer stands for the last frame before it.
        if inner == layer.value.outPoint { inner -= 1 }
      }
      let drawing = try drawing(of: nested.composition, at: inner)
      guard !drawing.isEmpty, nested.size.width > 0, nested.size.height > 0 else { return DisplayList() }
      let box = Rect(x: 0, y: 0, width: nested.size.width, height: nested.size.height)
      return DisplayList { $0.group(Group(drawing, clip: Clip(.rect(box)))) }
    case .text(let text): return text.drawing(at: frame)
    }
  }
}

/// A composition as it is painted.
private struct PaintedComposition: Sendable {
  let layers: [Shared<Layer>]
  let cameras: [LayerCamera]
  /// True if a layer is turned in depth.
  let isDeep: Bool

  init(_ composition: LayerComposition) {
    layers = composition.layers.map(Shared.init)
    cameras = composition.cameras
    isDeep = composition.layers.contains { $0.transform.depth != nil }
  }
}

extension Layer {
  /// True if it has something to show at a frame.
  fileprivate func isShown(at frame: Double) -> Bool {
    if case .empty = content { return false }
    return frame >= inPoint && frame < outPoint
  }
}

/// The places of a composition's layers at one frame, with those of their parents.
private struct LayerPlaces {
  private let layers: [Shared<Layer>]
  private let frame: Double
  private let camera: LayerCamera?
  private var matrices: [SpaceMatrix?]
  private var transforms: [Transform?]

  init(_ composition: PaintedComposition, at frame: Double) {
    layers = composition.layers
    self.frame = frame
    camera = composition.cameras.first { frame >= $0.inPoint && frame < $0.outPoint }
    matrices = []
    transforms = Array(repeating: nil, count: layers.count)
    if camera != nil || composition.isDeep {
      matrices = Array(repeating: nil, count: layers.count)
    }
  }

  /// The map from a layer's space to that of its composition.
  mutating func transform(of index: Int) -> Transform {
    if !matrices.isEmpty {
      let matrix = matrix(of: index)
      guard let camera, layers[index].value.isDeep else { return matrix.flattened }
      return camera.projection(of: matrix, at: frame) ?? matrix.flattened
    }
    var chain: [Int] = []
    var place: Int? = index
    var result = Transform.identity
    while let current = place {
      if let known = transforms[current] {
        result = known
        break
      }
      chain.append(current)
      place = layers[current].value.parent
    }
    for current in chain.reversed() {
      result = result * layers[current].value.transform.transform(at: frame)
      transforms[current] = result
    }
    return result
  }

  private mutating func matrix(of index: Int) -> SpaceMatrix {
    var chain: [Int] = []
    var place: Int? = index
    var result = SpaceMatrix.identity
    while let current = place {
      if let known = matrices[current] {
        result = known
        break
      }
      chain.append(current)
      place = layers[current].value.parent
    }
    for current in chain.reversed() {
      result = result * layers[current].value.transform.spaceMatrix(at: frame)
      matrices[current] = result
    }
    return result
  }
}
