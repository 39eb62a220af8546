import StageKit

/// The parts of a job besides its stages that programs show as forms, with the keys that each has.
public enum JobParts {
  /// The job's own keys with plain values.
  public static var job: [ParameterDeclaration] {
    RootObject.declaration.parameters.filter { ["name", "locale", "loop", "loudness", "theme"].contains($0.name) }
  }
  public static var canvas: [ParameterDeclaration] { CanvasObject.declaration.parameters }
  /// Of an output with pictures.
  public static var output: [ParameterDeclaration] { OutputObject.declaration.parameters }
  public static var sound: [ParameterDeclaration] { SoundObject.declaration.parameters }
}
