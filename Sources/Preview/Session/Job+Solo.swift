import JobFile

extension Job {
  /// The job with the drawing of one stage, what it holds and what holds it; the others only publish their values. All are
  /// drawn where it has no such stage. Of a stage in a job that a stage shows, such as `intro/title`, that is drawn alone as well.
  func drawingOnly(_ id: String) -> Job {
    if let cut = id.firstIndex(of: "/") {
      let outer = String(id[..<cut])
      var job = drawingOnly(outer)
      guard let own = job.stages.firstIndex(where: { $0.id == outer }), let inner = job.stages[own].nested?.job else {
        return self
      }
      job.stages[own].nested?.job = inner.drawingOnly(String(id[id.index(after: cut)...]))
      return job
    }
    guard let own = stages.firstIndex(where: { $0.id == id }) else { return self }
    func holders(_ index: Int) -> Set<Int> {
      var found: Set<Int> = []
      var next: Int? = index
      while let index = next, found.insert(index).inserted { next = stages[index].parent }
      return found
    }
    let holding = holders(own)
    var job = self
    for index in stages.indices where !holding.contains(index) && !holders(index).contains(own) {
      job.stages[index].isVisible = false
    }
    if stages[own].isVisible == false || stages[own].parent == nil { job.stages[own].isVisible = true }
    return job
  }
}
