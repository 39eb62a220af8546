import StageKit

// The examples of StageKit's article on layers, as they stand there.

/// A badge: stripes cut to a circle.
struct Badge: Stage {
  static let color = ParameterKey.color("color", "The stripes' color.", default: .white).animated
  static let definition = StageDefinition(name: "badge", version: 1, summary: "A badge.", parameters: [color])

  private let color: Animated<Color>

  init(_ parameters: ParameterValues, _ context: any StageContext) { color = parameters[Self.color] }

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
struct Wipe: Stage {
  static let progress = ParameterKey.number("progress", "How much is open.", default: 0.5, .fraction).animated
  static let definition = StageDefinition(name: "wipe", version: 1, summary: "A wipe.", parameters: [progress])

  private let progress: Animated<Double>
  private let canvas: Rect

  init(_ parameters: ParameterValues, _ context: any StageContext) {
    progress = parameters[Self.progress]
    canvas = context.composition.bounds
  }

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
struct Lamp: Stage {
  static let definition = StageDefinition(name: "lamp", version: 1, summary: "A lamp.")

  init(_ parameters: ParameterValues, _ context: any StageContext) {}

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    frame.drawing.group(blend: .plus, effects: [.blur(sigma: 12)]) {
      $0.fill(.circle(center: Point(50, 50), radius: 20), Color(1, 0.76, 0.3))
    }
    return frame
  }
}

/// Another stage's drawing, upside down below a line of water.
struct Mirror: Stage {
  static let drawing = Input<DisplayList>("drawing", "What is mirrored: the output 'drawing' of another stage.")
  static let water = ParameterKey.number("water", "Where the water begins.", default: 60)
  static let definition = StageDefinition(
    name: "mirror", version: 1, summary: "A reflection.", parameters: [water], inputs: [drawing])

  private let water: Double

  init(_ parameters: ParameterValues, _ context: any StageContext) { water = parameters[Self.water] }

  func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let upright = try inputs[Self.drawing]
    let flip = Transform.translation(0, 2 * water) * .scale(1, -1)
    var frame = StageFrame(upright)
    frame.drawing.group(Group(upright, transform: flip, opacity: 0.3, effects: [.blur(sigma: 2)]))
    return frame
  }
}

/// Stages that a job lists in it, spread out like a hand of cards.
struct Fan: Stage {
  static let angle = ParameterKey.number("angle", "From one card to the next.", default: 8, .any(.degrees)).animated
  static let definition = StageDefinition(
    name: "fan", version: 1, summary: "A hand of cards.", parameters: [angle], content: .stages)

  private let angle: Animated<Double>

  init(_ parameters: ParameterValues, _ context: any StageContext) { angle = parameters[Self.angle] }

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
