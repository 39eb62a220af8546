import StageKit

/// Burns the cues of a subtitle file into the picture.
public struct Subtitles: Stage {
  static let file = Parameter.file("file", "The subtitles, as SubRip or WebVTT.", extensions: ["srt", "vtt"])
  static let delay = Parameter.number(
    "delay", "Added to all times; the file's times count from the stage's start.", default: 0, .any(.seconds))
  static let keepsStyles = Parameter.boolean(
    "styles", "Whether bold and italic letters, underlines and colors of the file are kept.", default: true)
  static let wordsAtOnce = Parameter.integer(
    "wordsAtOnce", "Cues of more words are shown in parts of at most so many, each as it is spoken.",
    .range(
      1...100
    )
  ).optional
  static let color = Parameter.paint(
    "color", "The color of letters, or a gradient over all lines.", default: .color(.white)
  ).animated

  static let width = Output<Double>("width", "How wide what is shown is, in points, before it is scaled.")
  static let height = Output<Double>("height", "How high what is shown is, in points, before it is scaled.")
  static let word = Output<Point>("word", "The middle of the word that is spoken, on the canvas.")
  static let textCue = Moment("text", "When a text appears.")
  static let wordCue = Moment("word", "When a word begins to be spoken.")

  public static let definition = StageDefinition(
    name: "subtitles", version: 1,
    summary: "The subtitles of a file, burned in: line by line or word by word, with the spoken word marked.",
    parameters: [file, delay, keepsStyles, wordsAtOnce] + TextSetting.parameters
      + [color, StrokeParameters.parameter, Backing.parameter, Motion.enter, Motion.exit, WordMark.parameter]
      + [WordReveal.parameter] + Placement.parameters + [Shadow.parameter],
    inputs: Placement.inputs, outputs: Placement.outputs + [width, height, word], cues: [textCue, wordCue],
    example: .init(
      at: 1.1,
      """
      {
        "id": "words",
        "stage": "subtitles",
        "parameters": { "file": "media/words.vtt", "size": 30, "spoken": { "pill": {}, "scale": 1.06 } }
      }
      """))

  private let phrases: [PhraseLayout]
  private let color: Animated<PaintValue>
  private let stroke: StrokeParameters?
  private let backing: Backing?
  private let enter: Motion?
  private let exit: Motion?
  private let mark: WordMark?
  private let reveal: WordReveal?
  private let placement: Placement
  private let shadow: Shadow?
  private let textSize: Double
  private let emptyBox: Rect

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    let setting = try TextSetting(parameters, context)
    backing = try parameters[Backing.parameter].map { try Backing($0) }
    let track = try Self.track(parameters, context)
    let cues = track.cues.filter { $0.start < context.composition.duration && $0.end > max(0, $0.start) }
    let phrases = cues.flatMap {
      Phrase.parts(of: $0, wordsAtOnce: parameters[Self.wordsAtOnce], keepsStyles: parameters[Self.keepsStyles])
    }
    mark = try parameters[WordMark.parameter].map { try WordMark($0) }
    self.phrases = try setting.layOut(
      phrases, padding: backing?.largestPadding ?? .zero, extraSpace: mark?.pillRoom ?? 0)
    color = try parameters.filling(Self.color)
    stroke = parameters[StrokeParameters.parameter].map { StrokeParameters($0) }
    enter = parameters[Motion.enter].map { Motion($0) }
    exit = parameters[Motion.exit].map { Motion($0) }
    reveal = parameters[WordReveal.parameter].map { WordReveal($0) }
    placement = try Placement(parameters)
    shadow = parameters[Shadow.parameter].map { Shadow($0) }
    textSize = setting.size
    emptyBox = setting.emptyBox
  }

  private static func track(_ parameters: Parameters, _ context: any StageContext) throws -> SubtitleTrack {
    let file = parameters[Self.file]
    let bytes = try parameters.locating(Self.file) { try context.bytes(of: file) }
    do {
      let isWebVTT = file.literal.lowercased().hasSuffix(".vtt")
      return try SubtitleTrack(bytes, format: isWebVTT ? .vtt : .srt).shifted(by: parameters[Self.delay])
    } catch {
      let faults = error.faults.map { "\(file.literal):\($0.line): \($0.message)" }
      throw StageError(
        faults.joined(separator: "; "), parameter: parameters.location(of: Self.file),
        hint: error.faults.compactMap(\.hint).first)
    }
  }

  public func cues(until seconds: Double) -> [Moment.Time] {
    phrases.flatMap { phrase in
      [Self.textCue.at(phrase.start)] + phrase.words.filter(\.beginsWord).map { Self.wordCue.at($0.start) }
    }.ordered(until: seconds)
  }

  public var duration: Double? {
    latestSettlingTime(of: color, stroke, backing, mark, placement, shadow)
      .map { max($0, phrases.map(\.end).max() ?? 0) }
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    let shown = phrases.filter { $0.start <= seconds && seconds < $0.end }
    let box = shown.dropFirst().reduce(shown.first?.box ?? emptyBox) { $0.union($1.box) }
    let placed = try placement.placed(box, at: time, inputs)
    var frame = StageFrame()
    placed.publish(to: &frame)
    frame[Self.width] = box.width
    frame[Self.height] = box.height
    if let word = shown.last?.word(at: seconds) { frame[Self.word] = placed.transform.apply(word.box.center) }
    guard placed.isVisible, !shown.isEmpty else { return frame }
    var content = DisplayList()
    for phrase in shown { draw(phrase, at: seconds, onto: &content) }
    frame.drawing = placed.layer(content, shadow: shadow?.effect(at: seconds, scale: placed.meanScale))
    var letters = DisplayList()
    for phrase in shown {
      for word in phrase.words where state(of: word, at: seconds).opacity == 1 {
        letters.fill(word.outline, paint(of: word, at: seconds).paint(in: phrase.textBox))
      }
    }
    frame.text = placed.layer(letters)
    return frame
  }

  // MARK: Drawing

  private func draw(_ phrase: PhraseLayout, at seconds: Double, onto list: inout DisplayList) {
    let edges = PhraseMotion(phrase, enter: enter, exit: exit, textSize: textSize)
    edges.draw(line: nil, at: seconds, onto: &list) { list in
      backing?.draw(behind: phrase, at: seconds, onto: &list)
      mark?.drawPill(behind: phrase, at: seconds, onto: &list)
    }
    for line in phrase.lines.indices {
      edges.draw(line: line, at: seconds, onto: &list) { list in
        let words = phrase.words.filter { $0.line == line }
        // No line around a word lies above its neighbors, but one that is seen through lies below its own letters.
        for word in words where stroke != nil && state(of: word, at: seconds).opacity == 1 {
          show(word, at: seconds, onto: &list) { list in drawStroke(of: word, in: phrase, at: seconds, onto: &list) }
        }
        for word in words {
          show(word, at: seconds, onto: &list) { list in
            if state(of: word, at: seconds).opacity < 1 { drawStroke(of: word, in: phrase, at: seconds, onto: &list) }
            list.fill(word.outline, paint(of: word, at: seconds).paint(in: phrase.textBox))
            list.append(word.colorGlyphs)
          }
        }
      }
    }
  }

  private func drawStroke(
    of word: PhraseLayout.Word, in phrase: PhraseLayout, at seconds: Double, onto list: inout DisplayList
  ) {
    stroke?.draw(word.outline, in: phrase.textBox, at: seconds, onto: &list)
  }

  private func paint(of word: PhraseLayout.Word, at seconds: Double) -> PaintValue {
    let paint = word.color.map { .color($0) } ?? color.value(at: seconds)
    return mark?.paint(of: word, otherwise: paint, at: seconds) ?? paint
  }

  /// How large and opaque a word is at a time.
  private func state(of word: PhraseLayout.Word, at seconds: Double) -> MotionState {
    let revealed = reveal?.state(of: word, at: seconds, textSize: textSize) ?? .shown
    return revealed.scaled(by: mark?.scale(of: word, at: seconds) ?? 1)
  }

  private func show(
    _ word: PhraseLayout.Word, at seconds: Double, onto list: inout DisplayList,
    _ content: (inout DisplayList) -> Void
  ) {
    state(of: word, at: seconds).draw(about: word.box.center, onto: &list, content)
  }
}

@_cdecl("pipeline_abi_Subtitles") public func subtitlesABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_Subtitles") public func subtitlesStages() { StageModule.offer(Subtitles.self) }
