// Collision review: keys, drafts that save themselves, passages quoted from the candidate.

import { beat, flash, isTyping, post, setUpDocuments, startClock, startDocuments, startKeys } from "./desk.js";
import { keptSelection, span } from "./passages.js";

const SAVE_DELAY = 800;
const RETRY_DELAY = 3000;

const task = () => document.getElementById("task");
const form = () => document.getElementById("decision");
const isOpen = () => "open" in task().dataset;
// What waits in the browser is its author's: whoever logs in next in this tab neither sees nor sends it.
const keptAs = () => `${task().dataset.person}:draft:${task().dataset.draft}`;

// --- Drafts -------------------------------------------------------------------------------------------

let saveTimer = 0;
let saving = Promise.resolve(true);

const fields = () => [...new FormData(form()).entries()].filter(([name]) => name !== "csrfmiddlewaretoken");

const status = (text) => {
  const place = form()?.querySelector("[data-saved]");
  if (place) place.textContent = text;
};

function saveSoon() {
  clearTimeout(saveTimer);
  saveTimer = setTimeout(save, SAVE_DELAY);
}

/** Save the draft; resolves to whether it is on the server. */
function save(options = {}) {
  clearTimeout(saveTimer);
  saveTimer = 0;
  saving = saving.then(async () => {
    try {
      return await saved(await post(task().dataset.draft, fields(), options));
    } catch {
      status("Not saved: the connection is lost. The text stays here.");
      saveTimer = setTimeout(save, RETRY_DELAY);
      return false;
    }
  });
  return saving;
}

async function saved(answer) {
  const login = answer.headers.get("HX-Redirect");
  if (login) {
    sessionStorage.setItem(keptAs(), JSON.stringify(fields()));
    location.assign(login);
    return false;
  }
  if (answer.status === 409) {
    document.getElementById("conflict").innerHTML = await answer.text();
    status("Not saved: it was saved elsewhere in the meantime");
    return false;
  }
  if (!answer.ok) {
    status("Not saved. The text stays here.");
    return false;
  }
  const { version, saved: when } = await answer.json();
  form().elements.version.value = version;
  status(when ? `Saved ${when}` : "Already committed");
  return true;
}

function restoreDraft() {
  const kept = JSON.parse(sessionStorage.getItem(keptAs()) || "null");
  sessionStorage.removeItem(keptAs());
  if (!kept || !form()) return;
  const list = form().querySelector("[data-spans]");
  list.replaceChildren();
  for (const [name, value] of kept) {
    if (name === "evidence") list.append(span(value, ""));
    else if (name !== "version" && form().elements[name]) form().elements[name].value = value;
  }
  save();
}

// --- Setting up ---------------------------------------------------------------------------------------

function setUp() {
  setUpDocuments(task());
  if (!form()) return;
  for (const one of form().querySelectorAll("[data-evidence]")) one.hidden = false;
  for (const one of form().querySelectorAll(".spans li")) {
    one.replaceWith(span(one.querySelector("input").value, one.querySelector("span").textContent));
  }
  restoreDraft();
}

function keepQuote() {
  const kept = keptSelection(task().querySelectorAll("#document-candidate .piece"));
  if (!kept) return;
  form().querySelector("[data-spans]").append(span(kept.value, kept.quote));
  saveSoon();
}

/** The form that Ctrl+Enter sends: the one being typed in, else the page's main one. */
function mainForm(target) {
  const typedIn = isTyping(target) && target.closest("form[method=post]");
  return typedIn || document.querySelector("[data-main]")?.form;
}

let hasEnded = false;
document.addEventListener("submit", (event) => {
  const sent = event.target;
  const button = event.submitter;
  if (sent === form() && saveTimer) {
    event.preventDefault(); // what was just typed is on the server before anything else happens to it
    save().then((isSaved) => isSaved && sent.requestSubmit(button));
  } else if (button?.matches("[data-ends]") && !hasEnded) {
    event.preventDefault(); // the active time must be there before the return that counts it
    hasEnded = true;
    beat(task(), true).then(() => sent.requestSubmit(button));
  }
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-evidence]")) keepQuote();
  const drop = event.target.closest("[data-drop]");
  if (drop) {
    drop.closest("li").remove();
    saveSoon();
  }
  const questions = event.target.closest("[data-questions]");
  if (questions && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    window.htmx.ajax("GET", questions.href, { target: "#ask", swap: "innerHTML" });
  }
});
document.addEventListener("input", (event) => form()?.contains(event.target) && saveSoon());
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat || !isOpen()) return;
  const sent = mainForm(event.target);
  if (!sent) return;
  event.preventDefault();
  if (sent === form() && !sent.querySelector("[name=decision]:checked")) flash("Choose a decision first: 1 to 4.", "warning");
  else sent.requestSubmit(sent.querySelector("button.button-primary"));
});
document.addEventListener("visibilitychange", () => document.hidden && saveTimer && save({ keepalive: true }));

document.documentElement.classList.add("scripted");
startKeys();
startDocuments();
setUp();
startClock(task);
beat(task());
