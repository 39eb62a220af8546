import StageKit

/// The parts of a job besides its stages that programs show as forms, with the keys that each has.
public enum JobParts {
  /// The job's own keys with plain values.
  public static var job: [ParameterDeclaration] {
    RootObject.declaration.parameters.filter { ["name", "locale", "loop", "loudness", "theme"].contains($0.name) }
  }
  /// The canvas's keys.
  public static var canvas: [ParameterDeclaration] { CanvasObject.declaration.parameters }
  /// The keys of an output with pictures.
  public static var output: [ParameterDeclaration] { OutputObject.declaration.parameters }
  /// The keys of a sound.
  public static var sound: [ParameterDeclaration] { SoundObject.declaration.parameters }
}
