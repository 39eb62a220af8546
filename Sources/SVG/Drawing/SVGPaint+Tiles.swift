import StageKit

extension SVGPaint {
  /// The tiles that cover a rectangle.
  ///
  /// Fills in one color are drawn for all tiles at once: where tiles meet, edges that were smoothed each by itself would show.
  static func tiles(
    _ content: DisplayList, _ tile: Rect, _ transform: Transform, over room: Rect?
  ) -> DisplayList {
    guard let room, let (columns, rows) = grid(tile, transform, over: room), isDrawn(columns, rows) else {
      return DisplayList()
    }
    let places = stride(from: rows.lowerBound, to: rows.upperBound, by: 1).flatMap { row in
      stride(from: columns.lowerBound, to: columns.upperBound, by: 1).map { column in
        Transform.translation(column * tile.width, row * tile.height)
      }
    }
    return DisplayList { list in
      var others = DisplayList()
      func drawOthers() {
        let drawn = others
        others = DisplayList()
        guard !drawn.isEmpty else { return }
        let fits = drawn.bounds.map { tile.intersection($0) == $0 } ?? true
        for place in places {
          list.group(transform: transform * place, clip: fits ? nil : Clip(.rect(tile))) { $0.append(drawn) }
        }
      }
      for (command, own) in flat(content, .identity) {
        guard case .fill(let path, let rule, .color(let color), let map) = command,
          let outline = cut(path.transformed(by: own * map), to: tile)
        else {
          others.group(transform: own) { $0.append(DisplayList([command])) }
          continue
        }
        drawOthers()
        guard !outline.isEmpty else { continue }
        let all = Path { builder in
          for place in places { builder.append(outline.transformed(by: place)) }
        }
        list.fill(all, color, rule: rule, transform: transform)
      }
      drawOthers()
    }
  }

  /// The commands of a list with their maps, those in groups that only map them among them.
  private static func flat(
    _ list: DisplayList, _ outer: Transform
  ) -> [(command: DrawCommand, transform: Transform)] {
    list.commands.flatMap { command -> [(command: DrawCommand, transform: Transform)] in
      guard case .group(let group) = command, !group.isLayer else { return [(command, outer)] }
      return flat(group.content, outer * group.transform)
    }
  }

  /// The part of an outline in a rectangle; nil where it is not all in it, and no rectangle itself.
  private static func cut(_ outline: Path, to tile: Rect) -> Path? {
    guard let box = outline.bounds else { return .empty }
    // Sums of lengths are rounded.
    let least = 1e-9 * max(tile.width, tile.height)
    let room = tile.inset(by: -least)
    if box.corners.allSatisfy(room.contains) { return outline }
    let corners = Path.rect(box).points
    guard outline.points.count == corners.count,
      zip(outline.points, corners).allSatisfy({ ($0 - $1).length <= least })
    else { return nil }
    return tile.intersection(box).map { .rect($0) } ?? .empty
  }
}
