import Files
import Foundation
import JobFile
import Planning
import Rendering
import Reporting
import StageKit
import Synchronization

/// The jobs of a preview, kept up to date with their files, and what was made of them.
public final class PreviewSession: Sendable {
  let settings: PreviewSettings
  /// Differs from process to process.
  let id: String
  let queue: WorkQueue
  let planned: PlannedJobs
  let scans: FrameScans
  let events = EventStreams()
  let runs: ProgramRuns
  let delivered = DeliveredClips()
  let soundPictures = SoundPictures()
  let addedFiles = AddedFiles()
  let templates: TemplateShelf
  let drafts: DraftStore

  struct Documents {
    /// In the order of the listing.
    var files: [String] = []
    /// The reviews beside them, as they were last seen; nil where there is none.
    var reviews: [String: FileStamp?] = [:]
    /// Those that were read.
    var read: [String: JobDocument] = [:]
    /// By files of the listing, and by the paths after all links of other files that jobs are read from.
    var drafts: [String: JobDocument.Draft] = [:]
    /// Those that were read before the draft of a file that they are read from changed.
    var outdated: Set<String> = []
  }

  let documents = Mutex(Documents())
  /// Held while a draft is changed or saved.
  private let changing = Mutex(())
  /// Held while a file is read, so that what was read last is what is kept.
  private let reading = Mutex(())

  /// Lists the files; `begin` reads them.
  public init(_ settings: PreviewSettings) {
    self.settings = settings
    id = Digest.short { hasher in
      hasher.combine("\(ContinuousClock.now)")
      hasher.combine(Int(getpid()))
    }
    queue = WorkQueue(threads: settings.workers)
    planned = PlannedJobs(registry: settings.registry)
    scans = FrameScans(queue, note: settings.note)
    runs = ProgramRuns(settings, events)
    drafts = DraftStore(folder: settings.draftFolder)
    templates = TemplateShelf(settings)
    let files = settings.listFiles()
    documents.withLock { documents in
      list(files + orphans(beside: files), in: &documents)
      let jobs = Set(documents.files.map(RealPath.ofFile))
      for part in drafts.parts where !jobs.contains(part) { documents.drafts[part] = drafts.draft(of: part) }
    }
  }

  /// Files with drafts that are not there any more, as the listing would spell them.
  private func orphans(beside files: [String]) -> [String] {
    guard let folder = settings.draftFolder, FileSystem.isFolder(settings.path) else { return [] }
    guard let real = RealPath.of(settings.path) else { return [] }
    let known = Set(files)
    return KeptDrafts.files(in: folder, of: settings.path).compactMap { file in
      guard !FileSystem.exists(file), file.hasPrefix(real + "/") else { return nil }
      let name = (settings.path as NSString).appendingPathComponent(String(file.dropFirst(real.utf8.count + 1)))
      return known.contains(name) ? nil : name
    }
  }

  /// Reads all files, and again whenever they change.
  public func begin() {
    let thread = Thread { [self] in watch() }
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// Ends the runs that it started.
  public func end() { runs.cancel() }

  // MARK: Documents

  /// A file of the listing in its current state, read if it was not yet; nil for others.
  func document(_ file: String) -> JobDocument? {
    let known = documents.withLock { ($0.outdated.contains(file) ? nil : $0.read[file], $0.files.contains(file)) }
    if let document = known.0 { return document }
    return known.1 ? reread(file) : nil
  }

  /// Reads a file anew; pages are notified if anything is different.
  @discardableResult
  func reread(_ file: String) -> JobDocument {
    let (document, isNew) = reading.withLock { _ in
      let (drafts, before) = documents.withLock { ($0.drafts, $0.read[file]) }
      let document = noting(file, before?.revision) {
        JobDocument(
          file, draft: drafts[file], settings, foundIn: settings.jobFolder, unsaved: Self.byRealPath(drafts))
      }
      documents.withLock { documents in
        documents.read[file] = document
        // It is outdated until it is there, and stays so where a draft came meanwhile.
        if documents.drafts == drafts { documents.outdated.remove(file) }
      }
      return (document, before?.revision != document.revision || before?.diskDigest != document.diskDigest)
    }
    if isNew {
      events.send(PreviewEvent(name: "job", data: ["file": .string(file), "revision": .string(document.revision)]))
    }
    return document
  }

  // MARK: Drafts

  /// Changes a job's draft or file; one change comes after the other.
  func change(_ file: String?, _ body: () -> Void) {
    let revision = file.flatMap { file in documents.withLock { $0.read[file]?.revision } }
    changing.withLock { _ in noting(file, revision, body) }
  }

  /// Replaces a file's draft, or with nil discards it; only within `change`. `base` is the digest of the file that the draft
  /// has all changes of, where that is not the one that it began with. The `film` that the file is changed from is read at once,
  /// others that are read from it later.
  func setDraft(
    _ text: [UInt8]?, of document: JobDocument, base newBase: String? = nil, in film: String? = nil
  ) -> JobDocument {
    let draft = documents.withLock { documents in
      let base = newBase ?? documents.drafts[document.file]?.base ?? document.diskDigest
      let draft = text.flatMap { $0 == document.disk ? nil : JobDocument.Draft(text: $0, base: base) }
      documents.drafts[document.file] = draft
      return draft
    }
    do {
      try drafts.keep(draft, of: document.file, isPart: document.isPart)
    } catch {
      settings.warn("the draft of '\(document.file)' is lost when the preview ends: \(SystemError.describe(error))")
    }
    let changed = document.isPart ? part(at: document.file, of: document.file) : reread(document.file)
    if !document.isPart, changed.isGone, draft == nil { relist() }
    rereadFilms(of: document.file, first: film)
    return changed
  }

  // MARK: Reviews

  /// Pages are notified if the review of a file is another than it was.
  func noteReview(of file: String) {
    let stamp = FileStamp(ReviewFile.path(of: file))
    let isNew = documents.withLock { documents in
      let before = documents.reviews.updateValue(stamp, forKey: file)
      return before.map { $0 != stamp } ?? (stamp != nil)
    }
    if isNew { events.send(PreviewEvent(name: "review", data: ["file": .string(file)])) }
  }

  // MARK: Watching

  private func watch() {
    let watch = FolderWatch()
    update(watch)
    for file in documents.withLock({ $0.files }) {
      _ = document(file)
      noteReview(of: file)
    }
    update(watch)
    while true {
      let changed = watch.changes(waiting: 3600)
      if changed.isEmpty { continue }
      relist()
      let affected = documents.withLock { documents in
        documents.files.filter { file in
          guard let document = documents.read[file] else { return true }
          return !document.dependencies.isDisjoint(with: changed) || changed.contains(Self.folder(of: file))
        }
      }
      for file in affected { reread(file) }
      for file in documents.withLock({ $0.files }) { noteReview(of: file) }
      update(watch)
    }
  }

  /// Lists the files again.
  func relist() {
    let there = settings.listFiles()
    let isNew = documents.withLock { documents in
      // A draft is kept when its file goes.
      let files = there + documents.files.filter { documents.drafts[$0] != nil && !there.contains($0) }
      if documents.files == files { return false }
      list(files, in: &documents)
      documents.read = documents.read.filter { files.contains($0.key) }
      return true
    }
    if isNew { events.send(PreviewEvent(name: "jobs", data: [:])) }
  }

  /// Takes up the drafts of files that are new.
  private func list(_ files: [String], in documents: inout Documents) {
    for file in Set(files).subtracting(documents.files) where documents.drafts[file] == nil {
      documents.drafts[file] = drafts.draft(of: file)
    }
    documents.files = files
  }

  private func update(_ watch: FolderWatch) {
    let paths = documents.withLock { documents in
      Set(documents.files.map(Self.folder)).union(documents.read.values.flatMap(\.dependencies))
    }
    watch.watch(paths.union(FileSystem.isFolder(settings.path) ? [settings.path] : []))
  }

  private static func folder(of file: String) -> String {
    let folder = (file as NSString).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }

  // MARK: Jobs

  /// Lets a worker answer a request.
  func add(_ urgency: WorkQueue.Urgency, _ request: HTTPRequest, _ work: @escaping WorkQueue.Work) {
    queue.add(urgency) { [self] drawers in
      // Read first, so that a stage that ends this process is known with it.
      let document = document(of: request)
      noting(document?.file ?? request.query("file"), document?.revision) { work(drawers) }
    }
  }

  /// The job or the template that a request names; nil for none.
  func document(of request: HTTPRequest) -> JobDocument? {
    request.query("template").map(templates.document) ?? request.query("file").flatMap(document)
  }

  /// Notes which job a thread works for, so that what ends this process is known.
  private func noting<Value>(_ file: String?, _ revision: String?, _ body: () -> Value) -> Value {
    PreviewWork.noting(file, revision, note: settings.note, body)
  }

  /// A variant of a file, planned.
  enum Planned {
    case ready(PlannedJob, PlannedJobs.Key)
    /// There is no such file or variant.
    case unknown
    /// The revision that was asked for is not the one that there is.
    case outdated(JobDocument)
    case wrong(JobDocument, [Diagnostic])
  }

  /// Plans a variant where that was not done; with `solo` only that stage is drawn. Nil takes any revision. May take seconds.
  func plan(_ document: JobDocument, _ variant: String, revision: String?, solo: String? = nil) -> Planned {
    let file = document.file
    if let revision, revision != document.revision { return .outdated(document) }
    if !document.errors.isEmpty && document.job(variant) == nil { return .wrong(document, document.errors) }
    guard let job = document.job(variant) else { return .unknown }
    if let crash = settings.crashes.first(where: { $0.file == file && $0.revision == document.revision }) {
      let hint = "It is tried again when the job or a stage module changes."
      return .wrong(document, [Diagnostic(file: file, message: crash.reason, hint: hint)])
    }
    let key = PlannedJobs.Key(file: file, variant: "\(job.variant)", revision: document.revision, solo: solo)
    switch planned.planned(solo.map(job.drawingOnly) ?? job, key) {
    case .success(let prepared): return .ready(prepared, key)
    case .failure(.badJob(let diagnostics)): return .wrong(document, diagnostics)
    case .failure(let failure):
      return .wrong(document, [Diagnostic(file: file, message: failure.lines.joined(separator: "; "))])
    }
  }
}
