import Testing

@testable import Chart

@Suite("The scale of an axis")
struct ScaleTests {
  @Test("A scale takes the ends of its values to its own ends")
  func scale() {
    let scale = Scale(domain: -5...15, start: 400, end: 0)
    #expect([-5, 15, 0, 5].map(scale.place(of:)) == [400, 0, 300, 200])
    #expect(scale.base == 0)
    #expect(Scale(domain: 3...9, start: 0, end: 1).base == 3)
    #expect(Scale(domain: -9...(-3), start: 0, end: 1).base == -3)
  }
}
