// Adjudication: keys, the clock, documents. Committing asks nothing more; the form is the question.

import { beat, setUpDocuments, startClock, startDocuments, startKeys } from "./desk.js";

const task = () => document.getElementById("task");

document.documentElement.classList.add("scripted");
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  const form = document.getElementById("decision");
  if (!form) return;
  event.preventDefault();
  form.requestSubmit();
});
document.addEventListener("submit", (event) => {
  if (event.target.id === "decision") beat(task(), true);
});
startKeys();
startDocuments();
setUpDocuments(task());
startClock(task);
beat(task());
