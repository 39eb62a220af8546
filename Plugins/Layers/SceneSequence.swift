import StageKit

/// Stages that play one after the other, with transitions.
public struct SceneSequence: Stage, ParameterGroup {
  @Parameter("The transition from each scene to the next; 'dissolve' unless given.") var transition: SceneTransition?
  @Parameter(
    "The transitions between the first scenes, in order; then comes 'transition', or the last of these without it.")
  var transitions: [SceneTransition]?
  @Parameter() var box: BoxParameter?
  @Include var layer: PlacedLayer

  public static let definition = StageDefinition(
    Self.self, "sequence", version: 1,
    "Scenes that play one after the other, with transitions: stages or groups, each as long as its 'duration', or as it moves.",
    content: .stages, isSequence: true,
    handles: [.size("box.size", around: "box.center")],
    example: .init(
      at: 1.35,
      """
      {
        "id": "scenes",
        "stage": "sequence",
        "parameters": { "transition": { "style": "push", "duration": 0.6 } },
        "stages": [
          {
            "id": "first", "stage": "group", "duration": 1.6,
            "stages": [
              { "id": "sky", "stage": "backdrop", "parameters": { "paint": "#1D4ED8" } },
              { "id": "hello", "stage": "caption", "parameters": { "text": "Hello", "size": 64, "weight": 700 } }
            ]
          },
          {
            "id": "second", "stage": "group",
            "stages": [
              { "id": "field", "stage": "backdrop", "parameters": { "paint": "#F59E0B" } },
              { "id": "world", "stage": "caption", "parameters": { "text": "world", "size": 64, "weight": 700 } }
            ]
          }
        ]
      }
      """))

  private var canvas = Rect.zero
  private var pixelsPerPoint = 1.0

  public init() {}

  public mutating func prepare(_ context: any StageContext) throws {
    canvas = context.composition.bounds
    pixelsPerPoint = context.composition.scale
  }

  public var duration: Double? { latestSettlingTime(of: box, layer) }

  public func overlap(before child: Int) -> Double { child > 0 ? transition(before: child).duration : 0 }

  public func progress(before child: Int, at seconds: Double) -> Double {
    child > 0 ? transition(before: child).progress(at: seconds) : 1
  }

  private func transition(before child: Int) -> SceneTransition {
    let transitions = transitions ?? []
    if child <= transitions.count { return transitions[child - 1] }
    return transition ?? transitions.last ?? SceneTransition(.dissolve)
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let box = box?.rect(on: canvas, at: time.seconds) ?? canvas
    var drawing = DisplayList()
    for (index, scene) in inputs.layers.enumerated() where index == 0 || scene.seconds >= 0 {
      let transition = index == 0 ? SceneTransition(.cut) : transition(before: index)
      drawing = transition.drawing(
        from: drawing, to: scene.drawing, at: scene.seconds, in: box, pixelsPerPoint: pixelsPerPoint,
        withVeil: !inputs.isSolo)
    }
    drawing.append(inputs.sharedElements)
    let clip = self.box == nil ? nil : Clip(.rect(box))
    return try layer.frame(drawing, box: box, clip: clip, on: canvas, at: time, inputs)
  }
}
