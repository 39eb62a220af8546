import StageKit

/// A layer that fills its box.
func square(_ box: Rect, _ id: String = "square") -> ContentLayer {
  ContentLayer(id: id, drawing: DisplayList { $0.fill(.rect(box), .white) }, box: box)
}

/// A layer that has a box and shows nothing.
func hidden(_ box: Rect) -> ContentLayer { ContentLayer(id: "hidden", drawing: DisplayList(), box: box) }
