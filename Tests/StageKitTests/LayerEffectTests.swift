import StageKit
import StageTesting
import Testing

@Suite("Effects of layers")
struct LayerEffectTests {
  private let drawing = DisplayList { $0.fill(.rect(Rect(x: 0, y: 0, width: 10, height: 10)), .white) }

  private func style(_ effects: (String, [(String, ParameterValue)])..., blend: String = "normal") throws -> LayerStyle
  {
    let list = effects.map { ParameterValue.variant($0.0, ParameterValues($0.1)) }
    return try LayerStyle(ParameterValues([("effects", .list(list)), ("blend", .text(blend))]))
  }

  private func styled(_ effects: (String, [(String, ParameterValue)])..., at seconds: Double = 0) throws -> DisplayList
  {
    let list = effects.map { ParameterValue.variant($0.0, ParameterValues($0.1)) }
    return try LayerStyle(ParameterValues([("effects", .list(list))])).styled(drawing, matte: nil, at: seconds)
  }

  private func layer(_ effect: Effect) -> DisplayList { DisplayList([.group(Group(drawing, effects: [effect]))]) }

  @Test("Without effects, or with those that change nothing, a drawing stays as it is")
  func none() throws {
    #expect(try LayerStyle(ParameterValues()).isPlain)
    #expect(try !style(("blur", [])).isPlain)
    #expect(try styled(("blur", [("radius", .number(0))])) == drawing)
    #expect(try styled(("color", [])) == drawing)
    #expect(try styled(("dropShadow", [("color", .color(.clear))])) == drawing)
    #expect(try styled(("innerShadow", [("color", .color(.clear))])) == drawing)
    #expect(try styled(("glow", [("opacity", .number(0))])) == drawing)
    #expect(try styled(("backdropBlur", [])) == drawing)
  }

  @Test("A filter's blur radius is the standard deviation and a shadow's is twice that, as in CSS")
  func blur() throws {
    #expect(try styled(("blur", [("radius", .number(12))])) == layer(.blur(sigma: 12)))
    #expect(
      try styled(("dropShadow", [("color", .color(.black)), ("offset", .point(Point(1, 2))), ("blur", .number(6))]))
        == layer(.dropShadow(color: .black, offset: Point(1, 2), sigma: 6)))
    #expect(
      try styled(("innerShadow", [("color", .color(.black)), ("offset", .point(Point(1, 2))), ("blur", .number(6))]))
        == layer(.innerShadow(color: .black, offset: Point(1, 2), sigma: 3)))
  }

  @Test("Effects follow one another in the order of the job")
  func order() throws {
    let both = try styled(("blur", [("radius", .number(2))]), ("dropShadow", [("color", .color(.black))]))
    let blurred = layer(.blur(sigma: 2))
    #expect(
      both
        == DisplayList([
          .group(Group(blurred, effects: [.dropShadow(color: .black, offset: Point(0, 6), sigma: 8)]))
        ]))
  }

  @Test("A glow is added below the drawing, of its own colors or of another, or over it")
  func glow() throws {
    let own = try styled(("glow", [("radius", .number(20)), ("opacity", .number(0.5))]))
    let light = DrawCommand.group(Group(drawing, opacity: 0.5, blend: .plus, effects: [.blur(sigma: 10)]))
    #expect(own.commands == [light] + drawing.commands)
    let over = try styled(("glow", [("radius", .number(20)), ("opacity", .number(0.5)), ("over", .boolean(true))]))
    #expect(over.commands == drawing.commands + [light])
    let red = Color(1, 0, 0)
    let colored = try styled(("glow", [("radius", .number(20)), ("color", .color(red)), ("opacity", .number(0.5))]))
    let halo = Group(
      drawing, opacity: 0.5, blend: .plus, effects: [.shadow(color: red, offset: .zero, sigma: 10)])
    #expect(colored.commands == [.group(halo)] + drawing.commands)
  }

  @Test("A glow of highlights is that of what is brighter than its threshold")
  func highlights() throws {
    let list = try styled(("glow", [("radius", .number(20)), ("threshold", .number(0.7)), ("over", .boolean(true))]))
    let light = Group(layer(.highlights(above: 0.7)), opacity: 0.7, blend: .plus, effects: [.blur(sigma: 10)])
    #expect(list.commands == drawing.commands + [.group(light)])
  }

  @Test("A grade is one effect, of the canvas that its stage is drawn on")
  func grade() throws {
    let fields: [(String, ParameterValue)] = [("exposure", .number(1)), ("vignette", .object(ParameterValues()))]
    let list = ParameterValue.list([.variant("grade", ParameterValues(fields))])
    var style = try LayerStyle(ParameterValues([("effects", list)]))
    try style.load(FakeContext(size: Size(300, 200)))
    var grade = Grade()
    grade.tone.exposure = 1
    grade.matrix = ColorMatrix.brightness(1).followed(by: .contrast(1))
    grade.vignette = Grade.Vignette(Rect(x: 0, y: 0, width: 300, height: 200), amount: 0.3)
    #expect(style.styled(drawing, matte: nil, at: 0) == layer(.grade(grade)))
  }

  @Test("Colors are one matrix: brightness, contrast, saturation, hue and tint")
  func color() throws {
    let list = try styled(
      (
        "color",
        [
          ("brightness", .number(1.5)), ("contrast", .number(0.5)), ("saturation", .number(2)), ("hue", .number(90)),
          ("tint", .object(ParameterValues([("color", .color(.black)), ("amount", .number(0.25))]))),
        ]
      ))
    let matrix = ColorMatrix.brightness(1.5).followed(by: .contrast(0.5)).followed(by: .saturation(2))
      .followed(by: .hue(degrees: 90)).followed(by: .tint(.black, amount: 0.25))
    #expect(list == layer(.color(matrix)))
  }

  @Test("Frosted glass lies below the drawing within its silhouette, fades with it, and is not taken elsewhere")
  func backdrop() throws {
    let style = try style(("backdropBlur", [("radius", .number(30)), ("brightness", .number(0.8))]))
    let faded = DisplayList([.group(Group(drawing, opacity: 0.5))])
    #expect(style.styled(faded, matte: nil, at: 0) == faded)
    let glass = BackdropFilter(
      faded.silhouette, sigma: 30, opacity: 0.5,
      color: ColorMatrix.saturation(1).followed(by: .brightness(0.8)))
    #expect(style.layer(faded, at: 0).commands == [.backdrop(glass)] + faded.commands)
    #expect(style.layer(DisplayList(), at: 0).isEmpty)
  }

  @Test("A matte cuts a drawing before its effects, and the blend comes last")
  func matte() throws {
    let style = try style(("blur", [("radius", .number(2))]), blend: "multiply")
    let mask = Mask(drawing)
    let masked = DisplayList([.group(Group(drawing, mask: mask))])
    let styled = style.styled(drawing, matte: mask, at: 0)
    #expect(styled.commands == [.group(Group(masked, effects: [.blur(sigma: 2)]))])
    #expect(style.layer(styled, at: 0).commands == [.group(Group(styled, blend: .multiply))])
  }

  @Test("Its numbers have keyframes, and it settles with the last of them")
  func keyframes() throws {
    let frames = AnimationValue(frames: [.init(time: 0, value: .number(0)), .init(time: 2, value: .number(8))])
    let style = try style(("blur", [("radius", .animation(frames))]), ("glow", []))
    #expect(style.settlingTime == 2)
    #expect(try styled(("blur", [("radius", .animation(frames))]), at: 1) == layer(.blur(sigma: 4)))
  }

  @Test("A shadow that blends is a layer of its own below the drawing")
  func blendingShadow() {
    let shadow = CastShadow(color: .white, offset: Point(0, 2), sigma: 3, blend: .plus)
    let light = Group(
      drawing, opacity: 0.5, blend: .plus, effects: [.shadow(color: .white, offset: Point(0, 2), sigma: 3)])
    #expect(shadow.under(drawing, opacity: 0.5).commands == [.group(light), .group(Group(drawing, opacity: 0.5))])
  }

  @Test("A shadow that an outline casts lies below the drawing, and an opacity holds for both as one layer")
  func shadowOfOutline() {
    let outline = DisplayList { $0.fill(.rect(Rect(x: 0, y: 0, width: 9, height: 9)), .white) }
    let cast = DrawCommand.group(
      Group(outline, effects: [.shadow(color: .black, offset: Point(0, 2), sigma: 3)]))
    let shadow = CastShadow(color: .black, offset: Point(0, 2), sigma: 3)
    let both = [cast] + drawing.commands
    #expect(shadow.under(drawing, castBy: outline).commands == both)
    #expect(
      shadow.under(drawing, castBy: outline, opacity: 0.5).commands == [.group(Group(DisplayList(both), opacity: 0.5))])
    // A drawing that blends does so within itself, as with an effect.
    let blending = DisplayList([.group(Group(drawing, blend: .screen))])
    #expect(
      shadow.under(blending, castBy: outline).commands == [cast, .group(Group(blending, isIsolated: true))])
  }
}
