// Drafts that save themselves: what is typed goes to the server, and waits here while that cannot be reached.

import { post } from "./desk.js";

const SAVE_DELAY = 800;
const RETRY_DELAY = 3000;

/**
 * Keep the form's draft saved. *task* and *form* return the elements as they are now; *restored* puts fields
 * that waited in the browser back into the form; *told* gets what the server answers to a save.
 */
export function keepDrafts({ task, form, restored, told = () => {}, delay = SAVE_DELAY }) {
  let saveTimer = 0;
  let saving = Promise.resolve(true);

  // What waits in the browser is its author's: whoever logs in next in this tab neither sees nor sends it.
  const keptAs = () => `${task().dataset.person}:draft:${task().dataset.draft}`;
  const fields = () => [...new FormData(form()).entries()].filter(([name]) => name !== "csrfmiddlewaretoken");
  const status = (text) => {
    const place = form()?.querySelector("[data-saved]");
    if (place) place.textContent = text;
  };

  function saveSoon() {
    clearTimeout(saveTimer);
    saveTimer = setTimeout(save, delay);
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
    const said = await answer.json();
    form().elements.version.value = said.version;
    status(said.saved ? `Saved ${said.saved}` : "Already committed");
    told(said);
    return true;
  }

  function restore() {
    const kept = JSON.parse(sessionStorage.getItem(keptAs()) || "null");
    sessionStorage.removeItem(keptAs());
    if (!kept || !form()) return;
    restored(kept);
    save();
  }

  document.addEventListener("visibilitychange", () => document.hidden && saveTimer && save({ keepalive: true }));
  return { saveSoon, save, restore, isWaiting: () => saveTimer !== 0 };
}
