import StageKit

/// Builds a job from the values of its file.
struct JobBuilder {
  let context: ReaderContext
  let registry: StageRegistry

  static let keys = [
    "$schema", "name", "extends", "include", "canvas", "variables", "variants", "locale", "fonts", "loop", "plugins",
    "stages",
    "sounds", "loudness", "subtitles", "outputs",
  ]

  /// Nil if the root is not an object. `handedIn` takes the place of variables.
  func job(_ root: SourceValue, handedIn: [HandedInVariable]) -> Job? {
    if case .object(let object) = root.kind {
      let checker = VariableChecker(
        root: object, handedIn: handedIn, context, warnsOfUnused: context.variant.choices.isEmpty)
      context.use(checker.variables, of: object)
    }
    guard let found = context.resolve(root),
      let fields = ObjectReader(found, .root, known: Self.keys, expected: "a job as an object", in: context)
    else { return nil }
    context.locale = fields.read("locale", default: context.locale, context.language) ?? ""
    let name = self.name(fields)
    context.jobName = name
    var canvas = CanvasReader(context: context).canvas(fields)
    canvas.composition.locale = context.locale
    context.composition = canvas.composition
    PluginReader(context: context, modules: registry.modules).check(fields)
    let fonts = FontReader(context: context).fonts(fields)
    let isLoop = fields.read("loop", default: false, context.boolean) ?? false
    let (stages, unread) = StageReader(context: context, definitions: registry.definitions).stages(fields)
    let sounds = SoundReader(context: context)
    let (outputs, soundOutputs) = OutputReader(context: context, jobName: name, canvas: canvas).outputs(fields)
    var job = Job(
      file: context.log.file, folder: context.folder, name: name, composition: canvas.composition,
      frameRate: canvas.frameRate,
      frameCount: canvas.frameCount, pixelWidth: canvas.pixelWidth, pixelHeight: canvas.pixelHeight, stages: stages,
      unreadStages: unread, outputs: outputs, loop: isLoop ? fields["loop"]?.0.position : nil)
    job.fonts = fonts
    job.messages = context.messages
    job.shutter = canvas.shutter
    job.sounds = sounds.sounds(fields)
    job.loudness = sounds.loudness(fields)
    job.soundOutputs = soundOutputs
    job.subtitles = SubtitleEntryReader(context: context).subtitles(fields)
    reportMissingSubtitles(job, fields)
    return job
  }

  /// An output cannot carry subtitles that the job does not have.
  private func reportMissingSubtitles(_ job: Job, _ fields: ObjectReader) {
    guard fields.lacks("subtitles") else { return }
    for output in job.outputs where output.subtitles != nil {
      context.log.add(
        at: output.position, path: "\(output.path).subtitles", "the job has no 'subtitles'",
        hint: "Name their files: \"subtitles\": [{ \"file\": \"words.srt\", \"language\": \"en\" }].")
    }
  }

  private func name(_ fields: ObjectReader) -> String {
    let name = fields.read("name", default: context.baseName) { found, path in
      guard let name = context.string(found, path) else { return nil }
      if name.isEmpty || name.contains("/") || name.unicodeScalars.contains(where: { $0.value < 0x20 }) {
        context.report(
          found, path, name.isEmpty ? "the name is empty" : "the name contains '/' or a control character",
          hint: "The video's file is named after it.")
        return nil
      }
      guard name.utf8.count <= OutputReader.maxJobNameLength else {
        context.report(
          found, path,
          "'\(name)' has \(name.utf8.count) bytes, more than \(OutputReader.maxJobNameLength)",
          hint: "The video's file is named after it.")
        return nil
      }
      return name
    }
    return name ?? context.baseName
  }
}
