import StageKit
import StageTesting
import Testing

@testable import SkeletonShimmer

@Suite("A shimmering skeleton")
struct SkeletonShimmerTests {
  @Test(
    "Every layout looks as its golden does",
    arguments: [
      ("card", "{}"), ("list", #"{ "rows": 2 }"#), ("article", #"{ "lines": 3 }"#), ("profile", "{}"),
      ("blocks", #"{ "blocks": [{ "position": [0, 0], "size": [40, 20], "radius": 4 }] }"#),
    ])
  func goldens(_ layout: String, _ fields: String) throws {
    let skeleton = try make(
      SkeletonShimmer.self, #"{ "layout": { "\#(layout)": \#(fields) }, "width": 160, "period": 2 }"#)
    let ofLayout = try difference(draw(skeleton, at: 0.75), fromGolden: layout)
    #expect(ofLayout == nil)
  }

  private func paint(_ list: DisplayList) -> Paint? {
    if case .fill(_, _, let paint, _)? = flat(list).first { paint } else { nil }
  }

  @Test("While the light is away the blocks have their plain color, and all frames are equal")
  func rest() throws {
    let skeleton = try make(SkeletonShimmer.self, #"{ "period": 2, "rest": 0.5, "color": "red" }"#)
    #expect(try paint(draw(skeleton, at: 0)) == .color(Color(1, 0, 0)))
    #expect(try draw(skeleton, at: 1.2) == draw(skeleton, at: 1.9))
    #expect(try draw(skeleton, at: 0.5) != draw(skeleton, at: 0.6))
  }

  @Test("The light is in the middle of all in the middle of its way")
  func middle() throws {
    let skeleton = try make(SkeletonShimmer.self, #"{ "period": 2, "rest": 0, "angle": 0, "width": 100, "band": 0.5 }"#)
    guard case .linear(let from, let to, _, _)? = try paint(draw(skeleton, at: 1)) else {
      Issue.record("no light")
      return
    }
    #expect(abs(from.x - 75) < 1e-6 && abs(to.x - 125) < 1e-6)
  }

  @Test("Every frame is the same after a period")
  func loop() throws {
    let skeleton = try make(SkeletonShimmer.self, #"{ "period": 1.5 }"#)
    for step in 0..<90 {
      let seconds = Double(step) / 60
      #expect(try draw(skeleton, at: seconds) == draw(skeleton, at: seconds + 6))
    }
  }

  @Test("Its height follows from the layout, and it stands in the middle")
  func size() throws {
    let skeleton = try make(SkeletonShimmer.self, #"{ "layout": { "list": { "rows": 2 } }, "width": 320 }"#)
    let frame = try skeleton.frame(at: StageTime(seconds: 0), Inputs())
    let height = try #require(frame[SkeletonShimmer.named.height])
    #expect(abs(height - (52 + 24 + 52)) < 1e-9)
    #expect(frame.values["position"] == .point(Point(100, 50)))
  }
}
