makeTabs();
const room = new Room();
const editor = new Editor();
const workspace = new Workspace();
const faults = new Faults();
const textPanel = new TextPanel();
const structure = new Structure();
const inspector = new Inspector();
const timeView = new TimelineView();
const snapping = new Snapping();
const selection = new Selection();
const motions = new Motions();
const bars = new Bars();
const soundBars = new SoundBars();
const rows = new Rows();
const timeline = new Timeline();
const graphEditor = new GraphEditor();
const mover = new Mover();
const paths = new MotionPaths();
const declared = new DeclaredHandles();
const cameras = new CameraViews();
const handles = new Handles();
const review = new ReviewPanel();
const overlay = new Overlay();
const transport = new Transport();
const graph = new StageGraph();
const curvePanel = new CurvePanel();
const jobList = new JobList();
const variants = new Variants();
const delivered = new DeliveredComparison();
const stagePalette = new StagePalette();
const commands = new Commands();
const output = new OutputPanel();
const regress = new RegressPanel();
const addedFiles = new AddedFiles();
const keys = new Keys();

showTab('stage');
on('range', () => remember('loops', player.isLooping));
document.addEventListener('visibilitychange', () => player.refresh());
new ResizeObserver(debounced(() => {
  player.layout();
  player.refresh();
}, 60)).observe($('picture'));

window.preview = {
  seek: frame => player.seek(frame),
  play: () => player.play(1),
  pause: () => player.pause(),
  isReady: frame => player.isReady(frame),
  get frame() { return player.frame; },
  get shownFrame() { return player.shownFrame; },
  get stats() { return player.stats; },
  get state() { return state; },
  get player() { return player; },
  get cache() { return frameCache; },
};

workspace.begin().catch(showError);
