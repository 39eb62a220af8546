extension Container {
  /// A JPEG file for each frame.
  public static let jpegFiles = Container("JPEG files", ending: "jpg", codecs: ["jpeg"], storage: .numberedFiles)
}
