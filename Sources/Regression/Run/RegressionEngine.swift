import JobFile
import Rendering
import StageKit

/// Draws and delivers what a regression run judges; tests substitute their own.
public protocol RegressionEngine: Sendable {
  /// A drawer of a job's or an output's pictures, to be used from one thread at a time.
  func drawer(_ settings: PictureSettings) -> any PictureDrawing

  /// Renders jobs to files and returns when all are done; `observe` is called from any thread.
  func deliver(
    _ jobs: [Job], registry: StageRegistry, settings: RenderSettings,
    observe: @escaping @Sendable (RenderEvent) -> Void)
}

/// Draws display lists as images of one size.
public protocol PictureDrawing {
  func image(of list: DisplayList) -> Image
}

/// The program's own renderer and encoder.
public struct StandardEngine: RegressionEngine {
  public init() {}

  public func drawer(_ settings: PictureSettings) -> any PictureDrawing { PictureDrawer(settings) }

  public func deliver(
    _ jobs: [Job], registry: StageRegistry, settings: RenderSettings,
    observe: @escaping @Sendable (RenderEvent) -> Void
  ) {
    RenderSession(jobs: jobs, registry: registry, settings: settings, observe: observe).run()
  }
}

extension PictureDrawer: PictureDrawing {}
