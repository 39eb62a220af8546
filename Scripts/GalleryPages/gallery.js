// Plays the loops that are in view, filters the index, and copies.
"use strict";
const every = (selector, from = document) => [...from.querySelectorAll(selector)];
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

// Playing: a loop starts at its still, so that one becomes the other. What one presses holds over what holds for all.
let isPlaying = !reduced.matches;
const inView = new WeakSet(), choices = new WeakMap();

function update(video) {
  const wanted = choices.has(video) ? choices.get(video) : isPlaying;
  const button = video.parentElement.querySelector(".play");
  button.classList.toggle("playing", wanted);
  button.setAttribute("aria-label", `${wanted ? "Pause" : "Play"} ${button.dataset.name}`);
  if (!wanted || !inView.has(video)) return video.pause();
  if (!video.dataset.began) {
    video.dataset.began = "yes";
    video.addEventListener("loadedmetadata", () => { video.currentTime = Number(video.dataset.at); }, { once: true });
  }
  video.play().catch(() => {});
}

function updateAll() {
  every("video").forEach(update);
  const button = document.querySelector(".all");
  if (!button) return;
  button.classList.toggle("playing", isPlaying);
  button.querySelector("span").textContent = isPlaying ? "Pause" : "Play";
  button.setAttribute("aria-label", isPlaying ? "Pause all pictures" : "Play all pictures");
}

const watcher = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes) {
    if (isIntersecting) inView.add(target); else inView.delete(target);
    update(target);
  }
}, { rootMargin: "40px" });

for (const video of every("video")) {
  video.controls = false;
  video.muted = true;
  const button = video.parentElement.querySelector(".play");
  button.hidden = false;
  button.addEventListener("click", () => {
    choices.set(video, !button.classList.contains("playing"));
    inView.add(video);
    update(video);
  });
  watcher.observe(video);
}

function playAll(whether) {
  isPlaying = whether;
  every("video").forEach((video) => choices.delete(video));
  updateAll();
}
reduced.addEventListener("change", () => playAll(!reduced.matches));
updateAll();

// Copying: where the clipboard is refused, as on plain http, by a selection.
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true, className: "unseen" });
    document.body.append(field);
    field.select();
    const isDone = document.execCommand("copy");
    field.remove();
    return isDone;
  }
}

for (const button of every(".copy")) {
  const label = button.innerHTML;
  button.hidden = false;
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    const isDone = await copy(button.closest("section").querySelector("pre").textContent);
    button.focus();
    button.textContent = isDone ? "Copied" : "Copying was refused";
    clearTimeout(button.timer);
    button.timer = setTimeout(() => { button.innerHTML = label; }, 1600);
  });
}

// The index: what is sought stays in the address.
const bar = document.querySelector(".bar");
if (bar) {
  const input = bar.querySelector("input"), kinds = every(".kinds button"), found = document.querySelector("#found");
  bar.hidden = false;
  let kind = "";

  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const section of every("section[data-kind]")) {
      let here = 0;
      for (const card of every(".card", section)) {
        const isShown = (!kind || section.dataset.kind === kind) && words.every((word) => card.dataset.words.includes(word));
        card.hidden = !isShown;
        here += isShown;
      }
      section.hidden = here === 0;
      count += here;
    }
    kinds.forEach((button) => button.setAttribute("aria-pressed", button.dataset.kind === kind));
    document.querySelector(".nothing").hidden = count > 0;
    found.textContent = words.length === 0 ? "" : count === 1 ? "1 found" : `${count} found`;
    const state = new URLSearchParams();
    if (kind) state.set("show", kind);
    if (words.length) state.set("search", input.value.trim());
    history.replaceState(null, "", `#${state}`);
  };
  const restore = () => {
    const state = new URLSearchParams(location.hash.slice(1));
    input.value = state.get("search") ?? "";
    kind = kinds.some((button) => button.dataset.kind === state.get("show")) ? state.get("show") : "";
    show();
  };

  input.addEventListener("input", show);
  bar.addEventListener("submit", (event) => event.preventDefault());
  kinds.forEach((button) => button.addEventListener("click", () => { kind = button.dataset.kind; show(); }));
  bar.querySelector(".all").addEventListener("click", () => playAll(!isPlaying));
  document.querySelector(".clear").addEventListener("click", () => { input.value = kind = ""; show(); input.focus(); });
  document.addEventListener("keydown", (event) => {
    const isTyping = document.activeElement === input;
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); input.select(); }
    if (event.key === "Escape" && isTyping) { input.value = ""; show(); }
  });
  addEventListener("hashchange", restore);
  restore();
}
