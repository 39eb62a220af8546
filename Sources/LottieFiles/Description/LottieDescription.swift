import Documents
import StageKit

/// The content of a Lottie file, for those who want to use it.
public struct LottieDescription: Sendable {
  /// A layer, with those of the composition that it shows.
  public struct Layer: Sendable {
    public let name: String
    /// Such as `shapes` or `text`.
    public let kind: String
    /// In seconds of the composition that it is in; nil for layers that are always shown.
    public let time: ClosedRange<Double>?
    /// True for a layer that the file hides.
    public let isHidden: Bool
    /// Empty where the composition is listed before.
    public let layers: [Layer]
  }

  /// A value that a setting can replace.
  public struct Value: Sendable {
    /// The id of a slot, or a path of names.
    public let path: String
    /// `number`, `point`, `scale`, `color` or `text`.
    public let kind: String
    /// The value of the file, or what gives it, such as `3 keyframes`.
    public let text: String
    /// The number of places that the path leads to.
    public var count = 1
  }

  /// A font that texts name.
  public struct Font: Sendable {
    public let family: String
    public let style: String
    public let weight: Int
    public let isItalic: Bool
    /// True where the file holds its letters, as far as they are used.
    public let isInFile: Bool
  }

  /// A file that layers show or play.
  public struct Asset: Sendable {
    public let id: String
    /// The file beside the animation, or in its archive; nil for one that the animation holds itself.
    public let file: String?
  }

  /// The ids of an archive's animations; empty for other files.
  public let animations: [String]
  public let header: LottieHeader
  /// The topmost first.
  public let layers: [Layer]
  public let slots: [Value]
  /// By paths of names, in the order of the layers.
  public let values: [Value]
  public let fonts: [Font]
  public let pictures: [Asset]
  public let sounds: [Asset]
  /// The features of the format that it uses, in nouns.
  public let features: [String]

  /// Reads a file as `LottieAnimation` does, but draws nothing; errors name `name`.
  public init(_ bytes: [UInt8], name: String, animation: String? = nil) throws {
    let reader = try DocumentReader(bytes, name: name, animation: animation)
    let root = reader.root
    header = try LottieHeader(reader)
    animations = reader.container.animations
    var tree = LayerTree(root, framesPerSecond: header.framesPerSecond)
    layers = tree.layers(of: root, from: header.firstFrame)
    slots = (root["slots"]?.members ?? []).map { slot in
      let content = slot.value["p"] ?? slot.value
      let kind = PropertyKind(ofSlot: content)
      return Value(path: slot.name, kind: kind.name, text: kind.text(of: content))
    }
    values = Self.values(of: root)
    let scan = FeatureScan(root)
    features = scan.features
    fonts = Self.fonts(of: root, used: scan.fonts, reader)
    pictures = Self.assets(of: root, scan.pictures)
    sounds = Self.assets(of: root, scan.sounds)
  }

  /// The paths of the pictures and sounds that lie beside an animation; none for bytes that are no animation.
  public static func files(beside bytes: [UInt8], animation: String? = nil) -> [String] {
    guard let reader = try? DocumentReader(bytes, name: "", animation: animation), (try? reader.readAssets()) != nil
    else { return [] }
    let folders = reader.container.pictureFolders + SoundRun.folders
    return reader.assets.values.compactMap { asset in
      guard let file = asset["p"]?.text, !file.hasPrefix("data:"),
        case .file(let path)? = try? reader.source(of: asset, file, folders: folders)
      else { return nil }
      return path
    }.sorted()
  }

  private static func values(of root: JSONNode) -> [Value] {
    var result: [Value] = []
    var places: [String: Int] = [:]
    for value in DocumentEditor.values(of: root) {
      guard let json = value.json else { continue }
      if let place = places[value.path] {
        result[place].count += 1
      } else {
        places[value.path] = result.count
        result.append(Value(path: value.path, kind: value.kind.name, text: value.kind.text(of: json)))
      }
    }
    return result
  }

  private static func fonts(of root: JSONNode, used: [String], _ reader: DocumentReader) -> [Font] {
    let letters = Set(
      (root["chars"]?.list ?? []).map { [$0["fFamily"]?.text ?? "", $0["style"]?.text ?? ""] })
    let list = root["fonts"]?["list"]?.list ?? []
    return used.map { name in
      let entry = list.first { $0["fName"]?.text == name }
      let font = LottieFont(family: entry?["fFamily"]?.text ?? name, style: entry?["fStyle"]?.text ?? "", ascent: 0)
      return Font(
        family: font.family, style: font.style, weight: font.weight, isItalic: font.isItalic,
        isInFile: letters.contains([font.family, font.style]))
    }
  }

  private static func assets(of root: JSONNode, _ ids: [String]) -> [Asset] {
    let assets = root["assets"]?.list ?? []
    return ids.map { id in
      let asset = assets.first { $0["id"]?.text == id }
      let file = asset?["p"]?.text ?? ""
      return Asset(id: id, file: file.hasPrefix("data:") ? nil : (asset?["u"]?.text ?? "") + file)
    }
  }
}
