import StageKit

/// Sets the texts of a chart.
struct Typesetter: Sendable {
  let type: TextParameters
  let context: any StageContext

  init(_ type: TextParameters, _ context: any StageContext) { (self.type, self.context) = (type, context) }

  /// The size of letters, in points.
  var size: Double { type.size }

  /// The room between marks and their texts.
  var gap: Double { size * 0.5 }

  func text(_ text: String, maximumWidth: Double? = nil) throws -> PlacedText {
    PlacedText(
      try type.layout(text, context, maximumWidth: maximumWidth, balancesLines: maximumWidth != nil, allowsColor: true))
  }

  /// A number whose digits are all as wide as the widest of those in it and of 0, so that it hardly moves while it counts.
  func number(_ text: String, size: Double? = nil, weight: Int? = nil) throws -> PlacedText {
    var request = type.request(text)
    request.style.size = size ?? request.style.size
    request.style.weight = weight ?? request.style.weight
    request.separatesClusters = true
    request.allowsColor = true
    let isUsual = size == nil && weight == nil
    let layout =
      isUsual
      ? try type.layout(text, context, allowsColor: true, separatesClusters: true) : try context.layout(request)
    request.text = "0123456789"
    let widest = try context.layout(request).lines.first?.clusters.map(\.width).max() ?? 0
    return PlacedText(layout, digitWidth: widest)
  }
}
