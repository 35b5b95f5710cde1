// Adjudication: keys, the clock, documents. Committing asks nothing more; the form is the question.

import { beat, isTyping, setUpDocuments, startClock, startDocuments, startKeys } from "./desk.js";

const task = () => document.getElementById("task");

document.documentElement.classList.add("scripted");
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  const form = document.getElementById("decision");
  if (!form || event.repeat || (isTyping(event.target) && !form.contains(event.target))) return;
  event.preventDefault();
  form.requestSubmit();
});
let hasEnded = false;
document.addEventListener("submit", async (event) => {
  if (event.target.id !== "decision" || hasEnded) return;
  event.preventDefault();
  await beat(task(), true); // the active time must be there before the outcome that counts it
  hasEnded = true;
  event.target.requestSubmit();
});
startKeys();
startDocuments();
setUpDocuments(task());
startClock(task);
beat(task());
