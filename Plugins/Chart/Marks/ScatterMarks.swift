import StageKit

/// A marker for each value, at its place.
struct ScatterMarks {
  let context: MarkContext

  private var look: LookParameters { context.parameters.look }

  func marks(_ state: MarkState) -> Marks {
    var marks = Marks()
    let layout = context.layout
    guard let places = layout.places else { return marks }
    let radius = look.marker ?? 9
    for (series, list) in state.lists.enumerated() {
      let own = context.data.shown[series].places
      for index in list.entries.indices where !list.entries[index].isMissing && index < own.count {
        let entry = list.entries[index]
        let growth = state.growth(series, index, context.parameters.entrance.staggerBy) * entry.presence
        let point = Point(places.place(of: own[index]), layout.values.place(of: entry.value))
        let paint = context.colors.paint(series: series, value: index, at: state.seconds)
        let size = radius * max(growth, 0)
        if size > 0 {
          let box = Rect(center: point, sides: Point(size * 2, size * 2))
          marks.drawing.fill(
            .circle(center: point, radius: size), paint.faded(look.fill ?? 0.85).paint(in: box))
        }
        marks.anchors.append(
          Marks.Anchor(
            series: series, index: index, value: entry.value, growth: growth, point: point, side: Point(0, -1),
            box: nil, paint: paint))
      }
    }
    marks.head = marks.last.map { ($0.point, $0.value) }
    return marks
  }
}
