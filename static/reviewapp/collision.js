// Collision review: keys, drafts that save themselves, passages quoted from the candidate.

import { beat, flash, isTyping, setUpDocuments, startClock, startDocuments, startKeys } from "./desk.js";
import { keepDrafts } from "./drafts.js";
import { dressPassages, span, startPassages } from "./passages.js";

const task = () => document.getElementById("task");
const form = () => document.getElementById("decision");
const isOpen = () => "open" in task().dataset;

const drafts = keepDrafts({
  task,
  form,
  restored(kept) {
    const list = form().querySelector("[data-spans]");
    list.replaceChildren();
    for (const [name, value] of kept) {
      if (name === "evidence") list.append(span(value, ""));
      else if (name !== "version" && form().elements[name]) form().elements[name].value = value;
    }
  },
});

// --- Setting up ---------------------------------------------------------------------------------------

function setUp() {
  setUpDocuments(task());
  if (!form()) return;
  dressPassages(form());
  drafts.restore();
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
  if (sent === form() && drafts.isWaiting()) {
    event.preventDefault(); // what was just typed is on the server before anything else happens to it
    drafts.save().then((isSaved) => isSaved && sent.requestSubmit(button));
  } else if (button?.matches("[data-ends]") && !hasEnded) {
    event.preventDefault(); // the active time must be there before the return that counts it
    hasEnded = true;
    beat(task(), true).then(() => sent.requestSubmit(button));
  }
});
startPassages({ form, pieces: () => task().querySelectorAll("#document-candidate .piece"), changed: drafts.saveSoon });
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat || !isOpen()) return;
  const sent = mainForm(event.target);
  if (!sent) return;
  event.preventDefault();
  if (sent === form() && !sent.querySelector("[name=decision]:checked")) flash("Choose a decision first: 1 to 4.", "warning");
  else sent.requestSubmit(sent.querySelector("button.button-primary"));
});

document.documentElement.classList.add("scripted");
startKeys();
startDocuments();
setUp();
startClock(task);
beat(task());
