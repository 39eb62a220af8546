import Reporting
import StageKit

/// Reads where a stage is placed.
struct PlaceReader {
  let context: ReaderContext

  /// Nil after an error.
  func place(_ found: ResolvedValue, _ path: JobPath) -> StagePlace? {
    guard let fields = DeclaredReader<PlaceObject>(found, path, in: context) else { return nil }
    let offset = fields.read(\.$offset)
    let sides = PlaceSide.allCases.filter { fields.fields.has($0.rawValue) }
    let given = (fields.has(\.$at) ? ["at"] : []) + sides.map(\.rawValue)
    guard given.count == 1 else {
      if given.count > 1 {
        context.report(found, path, "\(listed(given.map { "'\($0)'" }, or: "and")) exclude each other")
      } else if fields.lacks(\.$at) {
        context.report(
          found, path, "'at' is missing", hint: "Or name a side of another stage, such as \"below\": \"title\".")
      }
      return nil
    }
    var place = StagePlace(
      reference: .canvas, anchor: .zero, target: .zero, offset: offset ?? .zero, isLogical: false,
      position: found.position, path: path.text)
    let isRead = sides.first.map { readSide($0, fields, into: &place) } ?? readAnchor(fields, into: &place)
    return isRead && offset != nil ? place : nil
  }

  private func readAnchor(_ fields: DeclaredReader<PlaceObject>, into place: inout StagePlace) -> Bool {
    reject(fields[\.$gap], "'gap' needs a side of another stage and not 'at'")
    reject(fields[\.$align], "'align' needs a side of another stage and not 'at'")
    guard let box = fields.read(\.$of), let anchor = fields.read(\.$at) ?? nil else { return false }
    switch (box, fields[\.$of]) {
    case ("safe", _): place.reference = .safeArea
    case (let id, let (found, path)?) where id != "canvas":
      place.reference = .stage(context.ownID(id), position: found.position, path: path.text)
    default: place.reference = .canvas
    }
    (place.target, place.anchor, place.isLogical) = (anchor.point, anchor.point, anchor.isLogical)
    return true
  }

  private func readSide(
    _ side: PlaceSide, _ fields: DeclaredReader<PlaceObject>, into place: inout StagePlace
  ) -> Bool {
    reject(fields[\.$of], "'of' needs 'at' and not '\(side.rawValue)'")
    let gap = fields.read(\.$gap)
    let share = fields.read(\.$align)?.share
    guard let (found, path) = fields.fields[side.rawValue],
      let id = context.string(found, path, expected: StageName.schema.noun), let gap, let share
    else { return false }
    place.reference = .stage(context.ownID(id), position: found.position, path: path.text)
    (place.target, place.anchor, place.isLogical) = (side.target, side.anchor, side.isLogical)
    let outward = side.target - side.anchor
    if outward.x == 0 {
      (place.target.x, place.anchor.x) = (share, share)
      place.isLogical = share != 0.5
    } else {
      (place.target.y, place.anchor.y) = (share, share)
    }
    place.offset = place.offset + Point(outward.x * gap, outward.y * gap)
    return true
  }

  private func reject(_ place: Place?, _ message: String) {
    if let (found, path) = place { context.report(found, path, message) }
  }
}
