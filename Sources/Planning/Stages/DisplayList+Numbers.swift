import StageKit

extension DisplayList {
  /// The first thing in it with a number that is not finite, such as `the color of a fill`; nil where there is none.
  public var numberFault: String? {
    for command in commands {
      let fault: String? =
        switch command {
        case .fill(let path, _, let paint, let transform):
          path.points.allSatisfy(\.isFinite)
            ? paint.numberFault(of: "a fill") ?? transform.numberFault(of: "a fill")
            : "the path of a fill"
        case .stroke(let path, let style, let paint, let transform):
          Self.fault(path, style: style, paint: paint, transform: transform)
        case .group(let group): group.numberFault
        case .backdrop(let filter):
          filter.opacity.isFinite && filter.sigma.isFinite && filter.color?.isFinite != false
            && filter.grade?.isFinite != false && filter.highlights?.isFinite != false
            ? filter.transform.numberFault(of: "a backdrop") ?? filter.outline.numberFault : "a backdrop"
        case .exposure(let exposure): exposure.samples.lazy.compactMap(\.content.numberFault).first
        case .solids(let solids, let transform):
          transform.isFinite && solids.mesh.vertices.allSatisfy { $0.ground.isFinite && $0.z.isFinite }
            ? nil : "a solid"
        }
      if let fault { return fault }
    }
    return nil
  }

  private static func fault(_ path: Path, style: StrokeStyle, paint: Paint, transform: Transform) -> String? {
    guard path.points.allSatisfy(\.isFinite) else { return "the path of a stroke" }
    let numbers = [style.width, style.miterLimit, style.dashOffset] + style.dashes
    guard numbers.allSatisfy(\.isFinite) else { return "the style of a stroke" }
    return paint.numberFault(of: "a stroke") ?? transform.numberFault(of: "a stroke")
  }
}

extension Group {
  fileprivate var numberFault: String? {
    if !opacity.isFinite { return "the opacity of a group" }
    if let fault = transform.numberFault(of: "a group") { return fault }
    if let clip, !(clip.transform.isFinite && clip.path.points.allSatisfy(\.isFinite)) { return "the clip of a group" }
    if effects.contains(where: { !$0.isFinite }) { return "an effect of a group" }
    return mask?.content.numberFault ?? content.numberFault
  }
}

extension Paint {
  fileprivate func numberFault(of owner: String) -> String? {
    switch self {
    case .color(let color): return color.isFinite ? nil : "the color of \(owner)"
    case .linear(let from, let to, let stops, _):
      return from.isFinite && to.isFinite && stops.areFinite ? nil : "the gradient of \(owner)"
    case .radial(let center, let radius, let stops, _):
      return center.isFinite && radius.isFinite && stops.areFinite ? nil : "the gradient of \(owner)"
    case .conical(let focus, let inner, let center, let radius, let stops, _):
      let areFinite = focus.isFinite && inner.isFinite && center.isFinite && radius.isFinite && stops.areFinite
      return areFinite ? nil : "the gradient of \(owner)"
    case .conic(let center, let degrees, let stops):
      return center.isFinite && degrees.isFinite && stops.areFinite ? nil : "the gradient of \(owner)"
    case .image(_, let placement, _, let opacity):
      return placement.isFinite && opacity.isFinite ? nil : "the image of \(owner)"
    case .alongPath(let start, let end, let stops):
      return start.isFinite && end.isFinite && stops.areFinite ? nil : "the gradient of \(owner)"
    }
  }
}

extension Transform {
  fileprivate func numberFault(of owner: String) -> String? { isFinite ? nil : "the transform of \(owner)" }
}

extension Effect {
  fileprivate var isFinite: Bool {
    switch self {
    case .blur(let sigma): sigma.isFinite
    case .dropShadow(let color, let offset, let sigma), .shadow(let color, let offset, let sigma),
      .innerShadow(let color, let offset, let sigma):
      color.isFinite && offset.isFinite && sigma.isFinite
    case .color(let matrix): matrix.isFinite
    case .grade(let grade): grade.isFinite
    case .highlights(let threshold): threshold.isFinite
    case .graph(let graph):
      graph.isFinite
        && graph.steps.allSatisfy { step in
          if case .drawing(let drawing) = step.operation { drawing.numberFault == nil } else { true }
        }
    }
  }
}

extension Grade {
  fileprivate var isFinite: Bool {
    let tones = [tone.lift, tone.gain, tone.gamma].flatMap { part in (0..<3).map { part[$0] } }
    let numbers =
      [
        tone.exposure, table?.amount, vignette?.amount, vignette?.start, vignette?.frame.width, vignette?.frame.height,
        grain?.amount, grain?.size,
      ].compactMap { $0 } + tones
    return numbers.allSatisfy(\.isFinite) && matrix.isFinite && vignette?.frame.origin.isFinite != false
  }
}

extension ColorMatrix {
  fileprivate var isFinite: Bool {
    [red, green, blue].allSatisfy { row in (0..<4).allSatisfy { row[$0].isFinite } }
  }
}

extension Color {
  fileprivate var isFinite: Bool { red.isFinite && green.isFinite && blue.isFinite && alpha.isFinite }
}

extension [GradientStop] {
  fileprivate var areFinite: Bool { allSatisfy { $0.offset.isFinite && $0.color.isFinite } }
}
