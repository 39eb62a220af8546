import StageKit

/// Burns the cues of a subtitle file into the picture.
public struct Subtitles: Stage, ParameterGroup {
  @Parameter("The subtitles, in \(SubtitleTrack.fileFormats).", as: .file(extensions: SubtitleTrack.fileEndings))
  var file: FileReference
  @Parameter("Added to all times; the file's times count from the stage's start.", .any(.seconds)) var delay = 0.0
  @Parameter("Whether bold and italic letters, underlines and colors of the file are kept.") var styles = true
  @Parameter("Cues of more words are shown in parts of at most this many, each as it is spoken.", .range(1...100))
  var wordsAtOnce: Int?
  @Include var setting: SettingParameters
  @Parameter("The color of letters, or a gradient over all lines.")
  var color: Animated<PaintValue> = Animated(.color(.white))
  @Parameter() var stroke: StrokeParameters?
  @Parameter("A surface behind the text.") var box: Backing?
  @Parameter("The appearance of lines, one after the other.") var enter: EnterMotion?
  @Parameter("The disappearance of lines at the end of a cue, one after the other.") var exit: ExitMotion?
  @Parameter("The mark of the word that is spoken.") var spoken: WordMark?
  @Parameter("The appearance of words as they are spoken, one after the other.") var reveal: WordReveal?
  @Include var placement: Placement
  @Parameter() var shadow: Shadow?

  let width = Output<Double>("The width of all that is shown, in points, before it is scaled.")
  let height = Output<Double>("The height of all that is shown, in points, before it is scaled.")
  let word = Output<Point>("The middle of the word that is spoken, on the canvas.")
  let textCue = Moment("The moment at which a text appears.", .cue, name: "text")
  let wordCue = Moment("The moment at which a word begins to be spoken.", .cue, name: "word")

  public static let definition = StageDefinition(
    Self.self, "subtitles", version: 1,
    "The subtitles of a file, burned in: line by line or word by word, with the spoken word marked.",
    handles: [.width("width")],
    example: .init(
      at: 1.1,
      """
      {
        "id": "words",
        "stage": "subtitles",
        "parameters": { "file": "media/words.vtt", "size": 30, "spoken": { "pill": {}, "scale": 1.06 } }
      }
      """))

  private var phrases: [PhraseLayout] = []
  private var textSize = 0.0
  private var emptyBox = Rect.zero

  public init() {}

  public mutating func prepare(_ context: any StageContext) throws {
    let setting = try TextSetting(setting, isStroked: stroke != nil, context)
    let track = try $file.locating { try context.subtitles(file) }.shifted(by: delay)
    let cues = track.cues.filter { $0.start < context.composition.duration && $0.end > max(0, $0.start) }
    let parts = cues.flatMap { Phrase.parts(of: $0, wordsAtOnce: wordsAtOnce, keepsStyles: styles) }
    phrases = try setting.layOut(parts, padding: box?.largestPadding ?? .zero, extraSpace: spoken?.pillRoom ?? 0)
    try $color.filling()
    textSize = setting.size
    emptyBox = setting.emptyBox
  }

  public func cues(until seconds: Double) -> [Moment.Time] {
    phrases.flatMap { phrase in
      [textCue.at(phrase.start)] + phrase.words.filter(\.beginsWord).map { wordCue.at($0.start) }
    }.ordered(until: seconds)
  }

  public var duration: Double? {
    latestSettlingTime(of: color, stroke, box, spoken, placement, shadow)
      .map { max($0, phrases.map(\.end).max() ?? 0) }
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    let shown = phrases.filter { $0.start <= seconds && seconds < $0.end }
    let bounds = shown.dropFirst().reduce(shown.first?.box ?? emptyBox) { $0.union($1.box) }
    let placed = try placement.placed(bounds, at: time, inputs)
    var frame = StageFrame()
    placement.publish(placed, to: &frame)
    frame[width] = bounds.width
    frame[height] = bounds.height
    if let spoken = shown.last?.word(at: seconds) { frame[word] = placed.transform.apply(spoken.box.center) }
    guard placed.isVisible, !shown.isEmpty else { return frame }
    var content = DisplayList()
    for phrase in shown { draw(phrase, at: seconds, onto: &content) }
    frame.drawing = placed.layer(content, shadow: shadow?.effect(at: seconds, scale: placed.meanScale))
    var letters = DisplayList()
    for phrase in shown {
      for word in phrase.words where state(of: word, at: seconds).opacity == 1 {
        show(word, at: seconds, onto: &letters) { list in
          list.fill(word.outline, paint(of: word, at: seconds).paint(in: phrase.textBox))
        }
      }
    }
    frame.legibleText = placed.layer(letters)
    return frame
  }

  // MARK: Drawing

  private func draw(_ phrase: PhraseLayout, at seconds: Double, onto list: inout DisplayList) {
    let edges = PhraseMotion(phrase, enter: enter, exit: exit, textSize: textSize)
    edges.draw(line: nil, at: seconds, onto: &list) { list in
      box?.draw(behind: phrase, at: seconds, onto: &list)
      spoken?.drawPill(behind: phrase, at: seconds, onto: &list)
    }
    for line in phrase.lines.indices {
      edges.draw(line: line, at: seconds, onto: &list) { list in
        let words = phrase.words.filter { $0.line == line }
        // No line around a word lies above its neighbors, but one that is seen through lies below its own letters.
        for word in words where stroke?.isOnFill == false && state(of: word, at: seconds).opacity == 1 {
          show(word, at: seconds, onto: &list) { list in drawStroke(of: word, in: phrase, at: seconds, onto: &list) }
        }
        for word in words {
          show(word, at: seconds, onto: &list) { list in
            if stroke?.isOnFill == false, state(of: word, at: seconds).opacity < 1 {
              drawStroke(of: word, in: phrase, at: seconds, onto: &list)
            }
            list.fill(word.outline, paint(of: word, at: seconds).paint(in: phrase.textBox))
            if stroke?.isOnFill == true { drawStroke(of: word, in: phrase, at: seconds, onto: &list) }
            list.append(word.colorGlyphs)
          }
        }
      }
    }
  }

  private func drawStroke(
    of word: PhraseLayout.Word, in phrase: PhraseLayout, at seconds: Double, onto list: inout DisplayList
  ) {
    stroke?.draw(
      word.outline, in: phrase.textBox, at: seconds,
      isCovered: paint(of: word, at: seconds).paint(in: phrase.textBox).isOpaque,
      onto: &list)
  }

  private func paint(of word: PhraseLayout.Word, at seconds: Double) -> PaintValue {
    let paint = word.color.map { .color($0) } ?? color.value(at: seconds)
    return spoken?.paint(of: word, otherwise: paint, at: seconds) ?? paint
  }

  /// The scale and the opacity of a word at a time.
  private func state(of word: PhraseLayout.Word, at seconds: Double) -> MotionState {
    let revealed = reveal?.state(of: word, at: seconds, textSize: textSize) ?? .shown
    return revealed.scaled(by: spoken?.scale(of: word, at: seconds) ?? 1)
  }

  private func show(
    _ word: PhraseLayout.Word, at seconds: Double, onto list: inout DisplayList,
    _ content: (inout DisplayList) -> Void
  ) {
    state(of: word, at: seconds).draw(about: word.box.center, onto: &list, content)
  }
}

@_cdecl("pipeline_stages_Subtitles") public func stages() { StageModule.offer(Subtitles.self) }
