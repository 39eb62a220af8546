import Geometry
import Testing

@Suite struct CrowdedMorphTests {
  @Test("Paths of thousands of rings are paired, and are as they were given at both ends")
  func manyRings() {
    let crowd = Path { path in
      for index in 0..<12_000 {
        let corner = Point(Double(index % 100) * 4, Double(index / 100) * 4)
        path.append(.move(corner))
        path.line(to: corner + Point(2, 0))
        path.line(to: corner + Point(0, 2))
        path.append(.close)
      }
    }
    let single = Path.circle(center: Point(9, 9), radius: 5)
    let morph = PathMorph(from: crowd, to: single)
    #expect(morph.path(at: 0) == crowd)
    #expect(morph.path(at: 1) == single)
    let middle = morph.path(at: 0.5)
    #expect(middle.points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
    #expect(middle.subpaths.count == 10_000)
  }
}
