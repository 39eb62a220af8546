import StageKit

/// Builds a job from the values of its file.
struct JobBuilder {
  let scope: JobScope
  let registry: StageRegistry

  static let keys = ["$schema", "name", "canvas", "variables", "loop", "plugins", "stages", "outputs"]

  /// Nil where the root is no object.
  func job(_ root: SourceValue) -> Job? {
    if case .object(let object) = root.kind {
      scope.use(VariableChecker(root: object, log: scope.log).variables)
    }
    guard let found = scope.resolve(root),
      let fields = Fields(found, .root, known: Self.keys, expected: "a job as an object", in: scope)
    else { return nil }
    let name = self.name(fields)
    let canvas = CanvasReader(scope: scope).canvas(fields)
    PluginReader(scope: scope, modules: registry.modules).check(fields)
    let isLoop = fields.read("loop", default: false, scope.boolean) ?? false
    let (stages, unread) = StageReader(scope: scope, definitions: registry.definitions).stages(fields)
    let outputs = OutputReader(scope: scope, jobName: name, frameRate: canvas.frameRate).outputs(fields)
    return Job(
      file: scope.log.file, folder: scope.folder, name: name, composition: canvas.composition,
      frameRate: canvas.frameRate,
      frameCount: canvas.frameCount, pixelWidth: canvas.pixelWidth, pixelHeight: canvas.pixelHeight, stages: stages,
      unreadStages: unread, outputs: outputs, loop: isLoop ? fields["loop"]?.0.position : nil)
  }

  private func name(_ fields: Fields) -> String {
    let name = fields.read("name", default: scope.baseName) { found, path in
      guard let name = scope.string(found, path) else { return nil }
      if name.isEmpty || name.contains("/") || name.unicodeScalars.contains(where: { $0.value < 0x20 }) {
        scope.complain(
          found, path, name.isEmpty ? "the name is empty" : "the name holds '/' or a control character",
          hint: "The video's file is named after it.")
        return nil
      }
      guard name.utf8.count <= OutputReader.longestJobName else {
        scope.complain(
          found, path,
          "'\(name)' has \(name.utf8.count) bytes, more than the \(OutputReader.longestJobName) of a job's name",
          hint: "The video's file is named after it.")
        return nil
      }
      return name
    }
    return name ?? scope.baseName
  }
}
