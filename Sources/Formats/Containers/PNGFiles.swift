extension Container {
  /// A PNG file for each frame.
  public static let pngFiles = Container(
    "PNG files", ending: "png", codecs: ["png"], storage: .numberedFiles)
}
