import StageKit

/// Builds a job from the values of its file.
struct JobBuilder {
  let context: ReaderContext
  let registry: StageRegistry

  /// Nil if the root is not an object. `handedIn` takes the place of variables.
  func job(_ root: SourceValue, handedIn: [HandedInVariable]) -> Job? {
    if case .object(let object) = root.kind {
      let checker = VariableChecker(
        root: object, handedIn: handedIn, context, warnsOfUnused: context.variant.choices.isEmpty)
      context.use(checker.variables, of: object)
    }
    guard let found = context.resolve(root),
      let fields = DeclaredReader<RootObject>(found, .root, in: context)
    else { return nil }
    if fields.has(\.$locale) { context.locale = fields[\.$locale].flatMap(context.language) ?? "" }
    let name = self.name(fields)
    context.jobName = name
    var canvas = CanvasReader(context: context).canvas(fields)
    canvas.composition.locale = context.locale
    context.composition = canvas.composition
    PluginReader(context: context, modules: registry.modules).check(fields)
    let fonts = self.fonts(fields)
    let isLoop = fields.read(\.$loop) ?? false
    context.presets = PresetReader(context: context, definitions: registry.definitions).presets(fields)
    let jobFields = FieldReader(context: context).fields(fields)
    let reader = StageReader(context: context, definitions: registry.definitions)
    var (stages, unread) = reader.stages(fields)
    if let grade = canvas.grade.flatMap(reader.canvasGrade) { stages.append(grade) }
    let (outputs, soundOutputs) = OutputReader(context: context, jobName: name, canvas: canvas).outputs(fields)
    var job = Job(
      file: context.log.file, folder: context.folder, name: name, composition: canvas.composition,
      frameRate: canvas.frameRate,
      frameCount: canvas.frameCount, pixelWidth: canvas.pixelWidth, pixelHeight: canvas.pixelHeight, stages: stages,
      unreadStages: unread, outputs: outputs, loop: isLoop ? fields[\.$loop]?.found.position : nil)
    job.fonts = fonts
    job.fields = jobFields
    job.messages = context.messages
    job.shutter = canvas.shutter
    job.sounds = SoundReader(context: context).sounds(fields)
    job.loudness = fields.read(\.$loudness)??.loudness
    job.soundOutputs = soundOutputs
    job.subtitles = SubtitleEntryReader(context: context).subtitles(fields)
    reportMissingSubtitles(job, fields)
    return job
  }

  /// An output cannot carry subtitles that the job does not have.
  private func reportMissingSubtitles(_ job: Job, _ fields: DeclaredReader<RootObject>) {
    guard fields.lacks(\.$subtitles) else { return }
    for output in job.outputs where output.subtitles != nil {
      context.log.add(
        at: output.position, path: "\(output.path).subtitles", "the job has no 'subtitles'",
        hint: "Name their files: \"subtitles\": [{ \"file\": \"words.srt\", \"language\": \"en\" }].")
    }
  }

  private func fonts(_ fields: DeclaredReader<RootObject>) -> [InputFile] {
    let others = context.inputFiles.count
    guard let (found, path) = fields[\.$fonts], let schema = RootObject.declaration["fonts"]?.schema else { return [] }
    _ = fields.reader.value(found, path, schema, at: "fonts")
    let fonts = context.inputFiles[others...].flatMap(context.files(like:))
    context.inputFiles.replaceSubrange(others..., with: fonts)
    return fonts
  }

  private func name(_ fields: DeclaredReader<RootObject>) -> String {
    guard let (found, path) = fields[\.$name], let name = context.string(found, path) else { return context.baseName }
    let hint = "The video's file is named after it."
    if name.isEmpty || name.contains("/") || name.unicodeScalars.contains(where: { $0.value < 0x20 }) {
      context.report(
        found, path, name.isEmpty ? "the name is empty" : "the name contains '/' or a control character", hint: hint)
      return context.baseName
    }
    if name.utf8.count > OutputReader.maxJobNameLength {
      context.report(
        found, path, "'\(name)' has \(name.utf8.count) bytes, more than \(OutputReader.maxJobNameLength)", hint: hint)
      return context.baseName
    }
    return name
  }
}
