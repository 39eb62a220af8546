import StageKit

extension TextSetting {
  /// The column in which lines are aligned.
  func column(_ phrase: Phrase, width: Double, padding: Point) -> Rect {
    var center = safeArea.center.x
    if keepsPositions, let position = phrase.position.position {
      let x = position * context.composition.size.width
      center =
        switch phrase.position.alignment {
        case .start, .left: x + width / 2 + padding.x
        case .end, .right: x - width / 2 - padding.x
        case .center, nil: x
        }
      // It stays in the safe area.
      let room = max(0, (safeArea.width - width) / 2 - padding.x)
      center = min(max(center, safeArea.center.x - room), safeArea.center.x + room)
    }
    return Rect(x: center - width / 2, y: 0, width: width, height: 0)
  }

  /// The side of a column at which lines are aligned: never `start` or `end`.
  func horizontal(_ phrase: Phrase, isRightToLeft: Bool) -> TextAlignment {
    func physical(_ alignment: TextAlignment) -> TextAlignment {
      switch alignment {
      case .start: isRightToLeft ? .right : .left
      case .end: isRightToLeft ? .left : .right
      case .center, .left, .right: alignment
      }
    }
    guard keepsPositions else { return physical(alignment) }
    return switch phrase.position.alignment {
    case nil: physical(alignment)
    case .left: .left
    case .right: .right
    case .center: .center
    case .start: physical(.start)
    case .end: physical(.end)
    }
  }

  /// The top of a box on the canvas.
  func top(of height: Double, _ phrase: Phrase, lineHeight: Double) -> Double {
    let room = safeArea.height - height
    if keepsPositions, let line = phrase.position.line {
      switch line {
      case .fraction(let share): return safeArea.minY + room * share
      case .number(let number):
        let lines = Double(number >= 0 ? number : number + 1) * lineHeight
        let top = number >= 0 ? safeArea.minY + lines : safeArea.minY + room + lines
        return min(max(top, safeArea.minY), safeArea.minY + max(0, room))
      }
    }
    return switch vertical {
    case .top: safeArea.minY
    case .middle: safeArea.minY + room / 2
    case .bottom: safeArea.minY + room
    }
  }

  /// A phrase away from those that are shown with it: further from the nearer edge of the canvas.
  func clear(_ layout: PhraseLayout, of others: [PhraseLayout]) -> PhraseLayout {
    var layout = layout
    let isBelow = layout.box.center.y >= safeArea.center.y
    let inOrder = others.sorted { isBelow ? $0.box.maxY > $1.box.maxY : $0.box.minY < $1.box.minY }
    for other in inOrder {
      guard let common = layout.box.intersection(other.box), common.height > 1e-9 else { continue }
      let way = isBelow ? other.box.minY - layout.box.maxY : other.box.maxY - layout.box.minY
      layout = layout.moved(by: Point(0, way))
    }
    return layout
  }

  // MARK: Writing directions

  /// True if a phrase reads from the right: what is asked for, or the direction of its first letter.
  func isRightToLeft(_ pieces: [Piece]) -> Bool {
    switch request.direction {
    case .leftToRight: false
    case .rightToLeft: true
    case .automatic: pieces.lazy.compactMap { $0.word.text.readsFromRight }.first ?? false
    }
  }

  /// The indices of a line's parts from left to right. Parts that read the other way keep their own order.
  func visualOrder(_ pieces: ArraySlice<Piece>, isRightToLeft: Bool) -> [Int] {
    var order: [Int] = []
    var run: [Int] = []
    for index in pieces.indices {
      if let direction = pieces[index].word.text.readsFromRight, direction != isRightToLeft {
        run.append(index)
      } else {
        order += run.reversed() + [index]
        run = []
      }
    }
    order += run.reversed()
    // Runs are reversed within the line's own order, which in text from the right is reversed as a whole.
    return isRightToLeft ? order.reversed() : order
  }
}

extension String {
  /// True if its first letter is of a script that reads from the right; nil without letters.
  var readsFromRight: Bool? {
    for scalar in unicodeScalars where scalar.properties.isAlphabetic {
      switch scalar.value {
      case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return true
      default: return false
      }
    }
    return nil
  }
}
