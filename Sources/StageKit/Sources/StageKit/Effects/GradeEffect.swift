import Geometry
import Graphics

/// Its colors as those of a graded film.
struct GradeEffect: LayerEffect {
  @Include var grading: Grading

  private var loaded: LoadedGrading?

  var settlingTime: Double? { grading.settlingTime }

  mutating func load(_ context: any StageContext) throws { loaded = try grading.loaded(context) }

  func applied(to drawing: DisplayList, at seconds: Double) -> DisplayList {
    loaded?.applied(to: drawing, at: seconds) ?? drawing
  }
}
