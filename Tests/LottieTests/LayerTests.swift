import StageKit
import Testing

@testable import LottieFiles

@Suite("Lottie layers")
struct LayerTests {
  private let square = Animations.square(0, 0, 10) + "," + Animations.red

  @Test("The first layer lies above, and layers are there from their first frame up to their last")
  func order() throws {
    let layers =
      Animations.layer(Animations.square(0, 0, 10) + "," + Animations.blue, #""bm": 0"#) + ","
      + Animations.layer(square).replacing(#""op": 20"#, with: #""op": 5"#)
    let animation = try Animations.make(layers)
    func colors(_ frame: Double) throws -> [Double] {
      try Animations.flattened(animation.drawing(at: frame / 10)).compactMap { command in
        if case .fill(_, _, .color(let color), _) = command { color.red } else { nil }
      }
    }
    #expect(try colors(4) == [1, 0])
    #expect(try colors(5) == [0])
  }

  @Test("A layer moves with its parents, without their opacity")
  func parents() throws {
    let layers = """
      { "ty": 3, "ind": 1, "ip": 0, "op": 20, "ks": { "p": { "k": [10, 0] }, "r": { "k": 90 }, "o": { "k": 0 } } },
      { "ty": 3, "ind": 2, "parent": 1, "ip": 0, "op": 1, "ks": { "s": { "k": [200, 200] } } },
      \(Animations.layer(square, #""parent": 2"#).replacing(#""ks": {}"#, with: #""ks": { "p": { "k": [3, 4] } }"#))
      """
    let group = try #require(Animations.groups(Animations.make(layers).drawing(at: 0.5)).first)
    #expect(group.transform.apply(.zero).distance(to: Point(10 - 8, 6)) < 1e-9)
    #expect(group.opacity == 1)
  }

  @Test("A composition has its own time, by its start, its stretch and its remap")
  func compositions() throws {
    let inner = Animations.layer(square).replacing(
      #""ks": {}"#, with: #""ks": { "p": { "a": 1, "k": [{ "t": 0, "s": [0, 0] }, { "t": 20, "s": [20, 0] }] } }"#)
    func place(_ more: String, _ frame: Double) throws -> Double? {
      let layer = #"{ "ty": 0, "refId": "a", "w": 50, "h": 50, "ip": 0, "op": 20, "ks": {}\#(more) }"#
      let animation = try Animations.make(layer, #""assets": [{ "id": "a", "layers": [\#(inner)] }]"#)
      return Animations.groups(try animation.drawing(at: frame / 10)).last?.transform.m13
    }
    #expect(try place("", 6) == 6)
    #expect(try place(#", "st": 2"#, 6) == 4)
    #expect(try place(#", "st": 2, "sr": 2"#, 6) == 2)
    #expect(try place(#", "tm": { "k": 1.5 }"#, 6) == 15)
    #expect(try place(#", "st": 2"#, 1) == nil)
  }

  @Test("A composition is cut to its size")
  func clip() throws {
    let layer = #"{ "ty": 0, "refId": "a", "w": 50, "h": 40, "ip": 0, "op": 20, "ks": {} }"#
    let inner = Animations.layer(Animations.square(30, 30, 60) + "," + Animations.red)
    let animation = try Animations.make(layer, #""assets": [{ "id": "a", "layers": [\#(inner)] }]"#)
    #expect(try animation.drawing(at: 0).bounds == Rect(x: 30, y: 30, width: 20, height: 10))
  }

  @Test("A matte masks the layer below it, and is not drawn", arguments: [1, 2, 3, 4])
  func mattes(mode: Int) throws {
    let layers =
      Animations.layer(Animations.square(0, 0, 5) + "," + Animations.blue, #""td": 1"#) + ","
      + Animations.layer(square, #""tt": \#(mode)"#)
    let list = try Animations.make(layers).drawing(at: 0)
    #expect(list.commands.count == 1)
    let mask = try #require(Animations.groups(list).first?.mask)
    #expect(mask.channel == (mode > 2 ? .luminance : .alpha))
    #expect(mask.isInverted == (mode % 2 == 0))
    #expect(mask.content.bounds == Rect(x: 0, y: 0, width: 5, height: 5))
  }

  @Test("Without its matte a layer is hidden, or whole where the matte is inverted")
  func missingMattes() throws {
    func list(_ mode: Int) throws -> DisplayList {
      let matte = Animations.layer(square, #""td": 1"#).replacing(#""op": 20"#, with: #""op": 1"#)
      return try Animations.make(matte + "," + Animations.layer(square, #""tt": \#(mode)"#)).drawing(at: 0.5)
    }
    #expect(try list(1).isEmpty)
    #expect(try !list(2).isEmpty)
  }

  @Test("A matte may be any layer, by its number")
  func matteByNumber() throws {
    let layers =
      Animations.layer(square, #""tt": 1, "tp": 7"#) + ","
      + Animations.layer(Animations.square(0, 0, 5) + "," + Animations.blue, #""td": 1, "ind": 7"#)
    let mask = try #require(Animations.groups(Animations.make(layers).drawing(at: 0)).first?.mask)
    #expect(mask.content.bounds?.width == 5)
  }

  private func mask(_ mode: String, _ x: Double, _ more: String = "") -> String {
    let corners = "[[\(x), 0], [\(x + 10), 0], [\(x + 10), 10], [\(x), 10]]"
    let zeros = "[[0, 0], [0, 0], [0, 0], [0, 0]]"
    return """
      { "mode": "\(mode)", "pt": { "k": { "v": \(corners), "i": \(zeros), "o": \(zeros), "c": true } },
        "o": { "k": 100 }\(more) }
      """
  }

  @Test("A single mask cuts; more of them make one mask by their modes")
  func masks() throws {
    func group(_ masks: String...) throws -> Group {
      let layer = Animations.layer(square, #""masksProperties": [\#(masks.joined(separator: ","))]"#)
      return try #require(
        Animations.groups(Animations.make(layer).drawing(at: 0)).first { $0.clip != nil || $0.mask != nil })
    }
    #expect(try group(mask("a", 2)).clip?.path.bounds?.x == 2)
    #expect(try group(mask("a", 2), mask("a", 20)).mask?.content.bounds?.width == 28)
    let cut = try #require(group(mask("a", 2), mask("s", 5)).mask)
    #expect(Animations.groups(cut.content).first?.mask?.isInverted == true)
    let common = try #require(group(mask("a", 2), mask("i", 5)).mask)
    #expect(Animations.groups(common.content).first?.mask?.isInverted == false)
    #expect(try group(mask("a", 2), mask("f", 5)).mask?.channel == .luminance)
    let half = try #require(group(mask("a", 2, #", "x": { "k": 3 }"#)).mask)
    #expect(half.content.bounds == Rect(x: -1, y: -3, width: 16, height: 16))
  }

  @Test("Solids, pictures and blends")
  func others() throws {
    let solid = #"{ "ty": 1, "sc": "00ff00", "sw": 30, "sh": 20, "ip": 0, "op": 20, "ks": {}, "bm": 1 }"#
    let group = try #require(Animations.groups(Animations.make(solid).drawing(at: 0)).first)
    #expect(group.blend == .multiply)
    #expect(group.content.bounds == Rect(x: 0, y: 0, width: 30, height: 20))
    let picture = #"{ "ty": 2, "refId": "p", "ip": 0, "op": 20, "ks": {} }"#
    let asset = #""assets": [{ "id": "p", "w": 8, "h": 8, "p": "data:image/png;base64,AAAA" }]"#
    #expect(try Animations.make(picture, asset).drawing(at: 0).bounds?.width == 8)
    let missing = try Animations.make(picture, asset.replacing("data:image/png;base64,AAAA", with: "a.png"))
    #expect(missing.omissions.count == 1)
  }

  @Test("Effects change colors and throw shadows")
  func effects() throws {
    let shadow = #"""
      { "ty": 25, "ef": [{ "v": { "k": [1, 0, 0, 1] } }, { "v": { "k": 127.5 } }, { "v": { "k": 90 } },
        { "v": { "k": 10 } }, { "v": { "k": 8 } }] }
      """#
    let blur = #"{ "ty": 29, "ef": [{ "v": { "k": 10 } }, { "v": { "k": 1 } }] }"#
    let layer = Animations.layer(square, #""ef": [\#(shadow), \#(blur)]"#)
    let effects = Animations.groups(try Animations.make(layer).drawing(at: 0)).flatMap(\.effects)
    #expect(
      effects == [.blur(sigma: 3), .dropShadow(color: Color(1, 0, 0, 0.5), offset: Point(10, 0), sigma: 2)])
  }

  @Test("A camera shows layers in depth with perspective, and others as they are")
  func camera() throws {
    let camera = #"""
      { "ty": 13, "nm": "camera", "ddd": 1, "ip": 0, "op": 20, "pe": { "k": 200 },
        "ks": { "p": { "k": [50, 50, -200] }, "a": { "k": [50, 50, 0] }, "o": { "k": 100 } } }
      """#
    func transform(_ place: String, _ isDeep: Int, _ turn: Double = 0) throws -> Transform {
      let layer = Animations.layer(square, #""ddd": \#(isDeep)"#).replacing(
        #""ks": {}"#, with: #""ks": { "p": { "k": \#(place) }, "ry": { "k": \#(turn) } }"#)
      let list = try Animations.make(camera + "," + layer).drawing(at: 0)
      return try #require(Animations.groups(list).first).transform
    }
    // At the distance of the picture things have their own size, twice as far away half of it.
    let near = try transform("[50, 50, 0]", 1)
    #expect(near.apply(Point(10, 0)).distance(to: Point(60, 50)) < 1e-9)
    let far = try transform("[50, 50, 200]", 1)
    #expect(far.apply(Point(10, 0)).distance(to: Point(55, 50)) < 1e-9)
    #expect(try transform("[70, 50, 200]", 1).apply(.zero).distance(to: Point(60, 50)) < 1e-9)
    #expect(try transform("[50, 50, 200]", 0).apply(Point(10, 0)).distance(to: Point(60, 50)) < 1e-9)
    // A layer that is turned away is smaller on its far side.
    let turned = try transform("[50, 50, 0]", 1, 45)
    let (left, right) = (50 - turned.apply(Point(-40, 0)).x, turned.apply(Point(40, 0)).x - 50)
    #expect(left > 0 && right > 0 && abs(left - right) > 1)
  }

  @Test("A turn in depth about the vertical makes a layer narrow")
  func depth() throws {
    let layer = Animations.layer(square, #""ddd": 1"#).replacing(
      #""ks": {}"#, with: #""ks": { "ry": { "k": 60 } }"#)
    let animation = try Animations.make(layer)
    let group = try #require(Animations.groups(animation.drawing(at: 0)).first)
    #expect(abs(group.transform.m11 - 0.5) < 1e-9)
    #expect(animation.omissions.count == 1)
  }

  @Test("Masks that change nothing are left out, and the ground of others is hardly larger than they are")
  func localMasks() throws {
    func mask(_ masks: String...) throws -> Mask {
      let layer = Animations.layer(square, #""masksProperties": [\#(masks.joined(separator: ","))]"#)
      return try #require(try Animations.groups(Animations.make(layer).drawing(at: 0)).first { $0.mask != nil }?.mask)
    }
    let hidden = self.mask("f", 60).replacing(#""o": { "k": 100 }"#, with: #""o": { "k": 0 }"#)
    let both = try mask(self.mask("f", 0), hidden, self.mask("f", 30))
    // A ground, the first shape, and the second one as a group.
    #expect(both.content.commands.count == 3)
    let bounds = try #require(both.content.bounds)
    #expect(bounds.minX > -3 && bounds.maxX < 43 && bounds.minY > -3 && bounds.maxY < 13)
    // What intersects changes everything around it, too.
    let common = try #require(try mask(self.mask("f", 0), self.mask("i", 30), self.mask("f", 5)).content.bounds)
    #expect(common.width > 1000)
  }

  @Test("One mask of the mode difference cuts as one that adds")
  func singleDifference() throws {
    let layer = Animations.layer(square, #""masksProperties": [\#(mask("f", 2))]"#)
    let group = try #require(try Animations.groups(Animations.make(layer).drawing(at: 0)).first { $0.clip != nil })
    #expect(group.clip?.path.bounds?.x == 2)
  }
}
