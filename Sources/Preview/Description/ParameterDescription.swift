import JobFile
import Reporting
import StageKit

/// A parameter of a stage: what it takes, what the job says of it, and where an edit of it goes.
struct ParameterDescription {
  let declaration: ParameterDeclaration
  /// As `JobEdit` takes it, in the text of `position`'s file; where it is not set, the one at which it would be.
  let path: String
  /// True if the job gives it, and not its default.
  let isSet: Bool
  /// As written, with references to variables; nil where it is not set.
  let written: JSONValue?
  /// The value that the stage was made from; nil for none.
  let value: JSONValue?
  /// The position of the value, or of the stage if it is not set.
  let position: SourcePosition

  init(_ declaration: ParameterDeclaration, of entry: StageEntry, _ stage: StagePosition, in texts: JobTexts) {
    self.declaration = declaration
    value = entry.parameters[declaration.name]?.json
    let found = entry.position(ofParameter: declaration.name)
    let owner = entry.parametersPath == entry.path ? stage.path : "\(stage.path).parameters"
    // A parameter that is not set has the position of all parameters.
    guard let found, found != entry.position(ofParameter: "") else {
      (isSet, written, position) = (false, nil, stage.position)
      path = "\(owner).\(declaration.name)"
      return
    }
    let outline = texts.outline(of: found.file)
    (isSet, position) = (true, found)
    path = outline?.path(at: found) ?? "\(owner).\(declaration.name)"
    written = outline?.value(at: path)
  }

  /// A key of the stage itself, such as `start`.
  init(key declaration: ParameterDeclaration, of stage: StagePosition, in texts: JobTexts) {
    self.init(key: declaration, of: stage.path, stage.position, in: texts)
  }

  /// A key of an object of the job at a path, such as `canvas`; the job itself has an empty one.
  init(key declaration: ParameterDeclaration, of path: String, _ place: SourcePosition, in texts: JobTexts) {
    self.declaration = declaration
    self.path = path.isEmpty ? declaration.name : "\(path).\(declaration.name)"
    let outline = texts.outline(of: place.file)
    written = outline?.value(at: self.path)
    isSet = written != nil
    value = written
    position = outline?.position(of: self.path) ?? place
  }

  /// `file` is that of a job which a stage shows, as the film names it, and nil for the film's own.
  func json(in file: String? = nil) -> JSONValue {
    [
      "name": .string(declaration.name), "path": .string(path), "summary": .string(declaration.summary),
      "schema": declaration.schema.description, "isSet": .boolean(isSet), "json": written ?? .null,
      "value": value ?? .null, "default": declaration.defaultValue?.json ?? .null,
      "line": .number(Double(position.line)), "column": .number(Double(position.column)),
      "file": (position.file ?? file).map { .string($0) } ?? .null,
    ]
  }
}
