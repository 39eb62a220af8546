import LottieFiles
import StageKit

extension LottieResources {
  /// The things that a stage's context gives; pictures lie beside a file.
  static func of(_ context: any StageContext, beside file: FileReference) -> LottieResources {
    LottieResources(
      image: { picture in
        switch picture {
        case .file(let path):
          return try context.image(file.beside(path))
        case .embedded(let bytes): return try context.image(bytes, in: file)
        }
      },
      layout: { try context.layout($0) },
      combine: { try context.combine($0, $1, by: $2, tolerance: $3) })
  }
}
