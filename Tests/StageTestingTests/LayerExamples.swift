import StageKit

// The examples of StageKit's article on layers, as they stand there.

/// A badge: stripes cut to a circle.
struct Badge: Stage, ParameterGroup {
  @Parameter("The stripes' color.") var color: Animated<Color> = Animated(.white)
  static let definition = StageDefinition(Self.self, "badge", version: 1, "A badge.")

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    frame.drawing.group(clip: Clip(.circle(center: Point(50, 50), radius: 40))) { badge in
      for y in stride(from: 10.0, to: 90, by: 20) {
        badge.fill(.rect(Rect(x: 0, y: y, width: 100, height: 10)), color.value(at: time.seconds))
      }
    }
    return frame
  }
}

/// A veil that a soft edge opens from the left.
struct Wipe: Stage, ParameterGroup {
  @Parameter("How much is open.", .fraction) var progress: Animated<Double> = 0.5
  static let definition = StageDefinition(Self.self, "wipe", version: 1, "A wipe.")

  private var canvas = Rect.zero

  mutating func prepare(_ context: any StageContext) { canvas = context.composition.bounds }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    let edge = canvas.width * progress.value(at: time.seconds)
    let opened = DisplayList {
      let soft = Paint.linear(
        from: Point(edge - 20, 0), to: Point(edge + 20, 0),
        stops: [GradientStop(0, .white), GradientStop(1, .clear)])
      $0.fill(.rect(canvas), soft)
    }
    var frame = StageFrame()
    frame.drawing.group(mask: Mask(opened, isInverted: true)) { $0.fill(.rect(canvas), .black) }
    return frame
  }
}

/// A light that brightens what lies below it.
struct Lamp: Stage, ParameterGroup {
  static let definition = StageDefinition(Self.self, "lamp", version: 1, "A lamp.")

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    frame.drawing.group(blend: .plus, effects: [.blur(sigma: 12)]) {
      $0.fill(.circle(center: Point(50, 50), radius: 20), Color(1, 0.76, 0.3))
    }
    return frame
  }
}

/// Another stage's drawing, upside down below a line of water.
struct Mirror: Stage, ParameterGroup {
  let drawing = Input<DisplayList>("What is mirrored: the output 'drawing' of another stage.")
  @Parameter("Where the water begins.") var water = 60.0
  static let definition = StageDefinition(Self.self, "mirror", version: 1, "A reflection.")

  func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let upright = try inputs[drawing]
    let flip = Transform.translation(0, 2 * water) * .scale(1, -1)
    var frame = StageFrame(upright)
    frame.drawing.group(Group(upright, transform: flip, opacity: 0.3, effects: [.blur(sigma: 2)]))
    return frame
  }
}

/// Stages that a job lists in it, spread out like a hand of cards.
struct Fan: Stage, ParameterGroup {
  @Parameter("From one card to the next.", .any(.degrees)) var angle: Animated<Double> = 8
  static let definition = StageDefinition(Self.self, "fan", version: 1, "A hand of cards.", content: .stages)

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    let middle = Double(inputs.layers.count - 1) / 2
    for (index, layer) in inputs.layers.enumerated() {
      guard let box = layer.box else { continue }
      let pivot = Point(box.center.x, box.maxY + box.height)
      let turn = Transform.rotation(degrees: (Double(index) - middle) * angle.value(at: time.seconds))
      frame.drawing.group(
        Group(layer.drawing, transform: .translation(pivot) * turn * .translation(-pivot)))
    }
    return frame
  }
}
