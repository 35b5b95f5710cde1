// Screening: a key decides and the next task, already here, takes its place; drafts save themselves.

import {
  beat,
  flash,
  isActive,
  isTyping,
  post,
  restartClock,
  setUpDocuments,
  startClock,
  startDocuments,
  startKeys,
} from "./desk.js";
import { dressPassages, span, startPassages } from "./passages.js";

const SAVE_DELAY = 800;
const RETRY_DELAY = 3000;
const AHEAD_REFRESH = 90_000;
const IDLE_CHECK = 5000;

const task = () => document.getElementById("task");
const form = () => document.getElementById("decision");
const isOpen = () => task() && "open" in task().dataset;
// What waits in the browser is its author's: whoever logs in next in this tab neither sees nor sends it.
const keptAs = (what) => `${task().dataset.person}:${what}`;

// --- The next task, fetched ahead ---------------------------------------------------------------------

let ahead = null;
let aheadTimer = 0;

async function fetchAhead() {
  clearTimeout(aheadTimer);
  if (!isOpen()) return;
  const from = task().dataset.url;
  try {
    const answer = await fetch(`${task().dataset.next}?ahead=1`, { headers: { "HX-Request": "true" } });
    if (!answer.ok || answer.status === 204) return;
    const html = await answer.text();
    if (task()?.dataset.url === from && !html.includes(`data-url="${from}"`)) ahead = html;
  } catch {
    ahead = null; // without a connection the next task is asked for when it is needed
  }
  aheadTimer = setTimeout(refreshAhead, AHEAD_REFRESH);
}

/** Renew the claim on the task ahead while somebody works; without, let it lapse for others. */
function refreshAhead() {
  if (isActive()) return fetchAhead();
  ahead = null;
  aheadTimer = setTimeout(refreshAhead, IDLE_CHECK);
}

function show(html) {
  ahead = null; // what was fetched for the page before may be the very task that is shown now
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const fresh = holder.content.querySelector("#task");
  task().replaceWith(fresh);
  window.htmx?.process(fresh);
  if (fresh.dataset.url) history.pushState(null, "", fresh.dataset.url);
  if (fresh.dataset.title) document.title = fresh.dataset.title;
  restartClock();
  setUp();
  window.scrollTo(0, 0);
  document.getElementById("main").focus({ preventScroll: true });
}

// --- Sending, one after the other, until it is there --------------------------------------------------

let sending = Promise.resolve();
let leaving = false;
const waiting = [];

function remember() {
  if (waiting.length) sessionStorage.setItem(keptAs("unsent"), JSON.stringify(waiting));
  else sessionStorage.removeItem(keptAs("unsent"));
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function deliver(job) {
  for (;;) {
    try {
      const answer = await post(job.url, job.fields);
      if (![502, 503, 504].includes(answer.status)) return answer;
    } catch {
      // without a connection there is no answer at all
    }
    flash(`The connection is lost. ${count(waiting.length, "decision")} here, sent when it is back.`, "warning");
    await pause(RETRY_DELAY);
  }
}

const count = (n, noun) => (n === 1 ? `1 ${noun} waits` : `${n} ${noun}s wait`);

/** Go to the login; what waits is kept in the tab and sent after it. */
function leaveFor(login) {
  leaving = true;
  location.assign(login);
}

function send(job, before = Promise.resolve()) {
  waiting.push(job);
  remember();
  sending = sending.then(async () => {
    await before;
    const answer = await deliver(job);
    const login = answer.headers.get("HX-Redirect");
    if (login) {
      leaveFor(login);
      return new Promise(() => {}); // nothing more is sent from this page
    }
    waiting.shift();
    remember();
    if (!answer.ok) await refused(job, answer);
    else if (answer.status !== 204) show(await answer.text());
    else if (document.querySelector(".flash-warning")) document.getElementById("flash").replaceChildren();
  });
  return sending;
}

async function refused(job, answer) {
  const html = await answer.text();
  if (task()?.dataset.url === job.url && html.includes('id="task"')) {
    show(html);
    return;
  }
  if (task()?.dataset.url === job.url && form()) form().inert = false;
  else keepDraft(job.url, job.fields);
  flash("A decision could not be committed. What you entered is kept.", "error", { href: job.url, text: "Open that task" });
}

/** Send what an earlier page of this tab could not; a decision on the task shown brings the next one. */
function sendRemembered() {
  const unsent = JSON.parse(sessionStorage.getItem(keptAs("unsent")) || "[]");
  for (const job of unsent) {
    const isShown = task().dataset.url === job.url;
    const entered = job.fields.filter(([name]) => name !== "ahead");
    if (isShown && form()) form().inert = true;
    send({ url: job.url, fields: isShown ? entered : [...entered, ["ahead", "1"]] });
  }
}

// --- Deciding -----------------------------------------------------------------------------------------

function fields(verdict) {
  const entries = [...new FormData(form()).entries()].filter(([name]) => name !== "csrfmiddlewaretoken");
  return [...entries, ["verdict", verdict]];
}

function chosen() {
  return form()?.querySelector(".choice-chosen")?.value || "";
}

function choose(verdict) {
  for (const one of form().querySelectorAll(".choice")) one.classList.toggle("choice-chosen", one.value === verdict);
}

function decide(verdict) {
  const note = form().elements.note;
  if (verdict === "other" && !note.value.trim()) {
    choose(verdict);
    note.setAttribute("aria-invalid", "true");
    form().querySelector("[data-note-help]").textContent = "“Other” needs a note: say what is wrong, then Ctrl+Enter.";
    note.focus();
    return;
  }
  choose(verdict);
  stopSaving();
  const job = { url: task().dataset.url, fields: fields(verdict) };
  const ended = beat(task(), true); // the active time must be there before the return that counts it
  if (ahead) {
    job.fields.push(["ahead", "1"]);
    const next = ahead;
    ahead = null;
    show(next);
  } else {
    form().inert = true;
  }
  send(job, ended);
}

// --- Drafts -------------------------------------------------------------------------------------------

let saveTimer = 0;
let saving = Promise.resolve();

const status = (text) => {
  const place = form()?.querySelector("[data-saved]");
  if (place) place.textContent = text;
};

function stopSaving() {
  clearTimeout(saveTimer);
  saveTimer = 0;
}

function saveSoon() {
  stopSaving();
  saveTimer = setTimeout(save, SAVE_DELAY);
}

/** Save the draft; resolves to whether it is on the server. */
function save(options = {}) {
  stopSaving();
  const of = task();
  saving = saving.then(async () => {
    if (task() !== of || !form()) return false;
    try {
      const answer = await post(of.dataset.draft, fields(chosen()), options);
      await saved(of, answer);
      return answer.ok;
    } catch {
      status("Not saved: the connection is lost. The text stays here.");
      saveTimer = setTimeout(save, RETRY_DELAY);
      return false;
    }
  });
  return saving;
}

async function saved(of, answer) {
  const login = answer.headers.get("HX-Redirect");
  if (login) {
    if (task() === of && form()) keepDraft(of.dataset.url, fields(chosen()));
    leaveFor(login);
    return;
  }
  if (task() !== of || !form()) return;
  if (answer.status === 409) {
    document.getElementById("conflict").innerHTML = await answer.text();
    status("Not saved: it was saved elsewhere in the meantime");
    return;
  }
  if (!answer.ok) return status("Not saved. The text stays here.");
  const { version, saved: when } = await answer.json();
  form().elements.version.value = version;
  status(when ? `Saved ${when}` : "Already committed");
}

function keepDraft(url, entered) {
  sessionStorage.setItem(keptAs(`draft:${url}`), JSON.stringify(entered));
}

function restoreDraft() {
  const key = keptAs(`draft:${task().dataset.url}`);
  const kept = JSON.parse(sessionStorage.getItem(key) || "null");
  sessionStorage.removeItem(key);
  if (!kept || !form()) return;
  const values = Object.fromEntries(kept);
  form().elements.note.value = values.note || "";
  form().elements.domain.value = values.domain || "";
  if (values.verdict) choose(values.verdict);
  const list = form().querySelector("[data-spans]");
  list.replaceChildren();
  for (const [name, value] of kept) if (name === "evidence") list.append(span(value, ""));
  save();
}

// --- Setting up ---------------------------------------------------------------------------------------

function setUp() {
  setUpDocuments(task());
  if (!form()) return;
  dressPassages(form());
  restoreDraft();
  beat(task()).then(fetchAhead); // opening a task that came ahead makes it the one held
}

document.addEventListener("submit", (event) => {
  if (event.target !== form()) return;
  const button = event.submitter;
  if (button?.name === "verdict") {
    event.preventDefault();
    decide(button.value);
  } else if (waiting.length) {
    event.preventDefault();
    sending.then(() => resubmit(button));
  } else if (saveTimer) {
    event.preventDefault();
    save().then((isSaved) => isSaved && resubmit(button)); // what was just typed is not left behind
  }
});

function resubmit(button) {
  stopSaving();
  if (!leaving && button?.isConnected) form().requestSubmit(button);
}

startPassages({ form, pieces: () => task().querySelectorAll(".document:not([hidden]) .piece"), changed: saveSoon });
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat || !form() || form().inert || !isOpen()) return;
  if (isTyping(event.target) && !form().contains(event.target)) return;
  event.preventDefault();
  if (chosen()) decide(chosen());
  else flash("Choose a decision first: A, or 1 to 4.", "warning");
});
document.addEventListener("visibilitychange", () => document.hidden && saveTimer && save({ keepalive: true }));
window.addEventListener("beforeunload", (event) => {
  if (waiting.length && !leaving) event.preventDefault();
});
window.addEventListener("popstate", () => location.reload());

document.documentElement.classList.add("scripted");
startKeys();
startDocuments();
setUp();
startClock(task);
sendRemembered();
