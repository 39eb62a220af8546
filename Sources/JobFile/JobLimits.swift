/// The bounds of what a job may ask for.
public enum JobLimits {
  /// The largest job file, in bytes; who loads the file checks it.
  public static let fileSize = 16 << 20
  /// How deeply arrays and objects may nest, in the file and with variables put in.
  public static let depth = 256
  /// How many values may come about where variables are put in.
  public static let expandedValues = 1_000_000
  /// The largest width and height, in pixels.
  public static let side = 16_384
  /// The largest width × height, in pixels.
  public static let pixels = 268_435_456
  public static let frames = 10_000_000
  /// How many complaints are told in full.
  public static let diagnostics = 200
}
