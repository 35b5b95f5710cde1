// What every page of work shares: keys, the clock of active time, documents in tabs and pieces.

const IDLE_SECONDS = 60;
const BEAT_SECONDS = 15;

export function token() {
  const cookie = document.cookie.split("; ").find((part) => part.startsWith("csrftoken="));
  return cookie ? cookie.slice("csrftoken=".length) : "";
}

/** Send a form the way htmx does, so that the server answers with fragments and says where to log in. */
export function post(url, fields, options = {}) {
  return fetch(url, {
    method: "POST",
    headers: {
      "HX-Request": "true",
      "HX-Current-URL": location.href,
      "X-CSRFToken": token(),
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams(fields),
    ...options,
  });
}

export function flash(text, level = "info", link = null) {
  const line = document.createElement("p");
  line.className = `flash flash-${level}`;
  line.textContent = text;
  if (link) {
    const anchor = document.createElement("a");
    anchor.href = link.href;
    anchor.textContent = link.text;
    line.append(" ", anchor);
  }
  const place = document.getElementById("flash");
  place.replaceChildren(line);
  return line;
}

// --- Keys ---------------------------------------------------------------------------------------------

export function isTyping(target) {
  return target.closest("input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]");
}

function isShown(element) {
  return element.getClientRects().length > 0 && !element.closest("fieldset[disabled], [inert]");
}

function press(element) {
  if (element.matches("input[type=search], input[type=text], textarea")) element.focus();
  else (element.querySelector("input[type=radio]") || element).click();
}

export function startKeys() {
  const off = new Set((document.body.dataset.keysOff || "").split(" ").filter(Boolean));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isTyping(event.target)) return event.target.blur();
    // A key held down must not decide one item after the other.
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
    if (event.shiftKey && /^\p{L}$/u.test(event.key)) return;
    if (isTyping(event.target) || event.target.closest("dialog")) return;
    const key = event.key.toLowerCase();
    if (off.has(key)) return;
    const element = [...document.querySelectorAll("[data-key]")].find(
      (one) => one.dataset.key === key && isShown(one),
    );
    if (!element) return;
    event.preventDefault();
    press(element);
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-help]")) showKeys(off);
  });
}

function showKeys(off) {
  const dialog = document.getElementById("keys");
  const list = dialog.querySelector("[data-key-list]");
  const seen = new Map();
  for (const one of document.querySelectorAll("[data-key]")) {
    if (isShown(one) && !seen.has(one.dataset.key)) seen.set(one.dataset.key, one);
  }
  const rows = [...seen].map(([key, one]) => [
    key,
    (one.dataset.keyTitle || one.textContent).trim() + (off.has(key) ? " (switched off)" : ""),
  ]);
  rows.push(["Ctrl+Enter", "Commit"], ["Esc", "Leave the field"]);
  list.replaceChildren(
    ...rows.flatMap(([key, title]) => {
      const term = document.createElement("dt");
      const kbd = document.createElement("kbd");
      kbd.textContent = key;
      term.append(kbd);
      const what = document.createElement("dd");
      what.textContent = title;
      return [term, what];
    }),
  );
  dialog.showModal();
}

// --- Active time --------------------------------------------------------------------------------------

const tab = Math.random().toString(36).slice(2, 12);
let lastActivity = Date.now();
let activeSeconds = 0;

/** Tell the server that this task is being worked on, which also renews the claim on it. */
export async function beat(task, ends = false) {
  if (!task || !task.dataset.beat || !("open" in task.dataset)) return;
  await post(task.dataset.beat, { tab, ends: ends ? "1" : "" }, { keepalive: true }).catch(() => {});
}

export function restartClock() {
  activeSeconds = 0;
  lastActivity = Date.now();
}

/** Say whether somebody is at work: the tab is seen, and something was done within the last minute. */
export function isActive() {
  return !document.hidden && Date.now() - lastActivity < IDLE_SECONDS * 1000;
}

export function startClock(currentTask) {
  for (const name of ["keydown", "pointerdown", "pointermove", "wheel", "scroll"]) {
    document.addEventListener(name, () => (lastActivity = Date.now()), { passive: true, capture: true });
  }
  setInterval(() => {
    if (isActive()) beat(currentTask());
  }, BEAT_SECONDS * 1000);
  setInterval(() => {
    if (isActive()) activeSeconds += 1;
    const shown = currentTask()?.querySelector("[data-active]");
    if (!shown) return;
    shown.hidden = false;
    shown.querySelector("[data-active-time]").textContent =
      `${Math.floor(activeSeconds / 60)}:${String(activeSeconds % 60).padStart(2, "0")}`;
  }, 1000);
  document.addEventListener("visibilitychange", () => beat(currentTask(), document.hidden));
}

// --- Documents ----------------------------------------------------------------------------------------

export function setUpDocuments(root) {
  const tabs = [...root.querySelectorAll("[data-tab]")];
  const show = (position) => {
    for (const one of tabs) {
      if (one.dataset.tab === position) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
      const panel = root.querySelector(`#document-${one.dataset.tab}`);
      if (panel) panel.hidden = one.dataset.tab !== position;
    }
  };
  for (const one of tabs) {
    one.addEventListener("click", (event) => {
      event.preventDefault();
      show(one.dataset.tab);
    });
  }
  if (tabs.length) show(tabs[0].dataset.tab);
}

export function startDocuments() {
  document.addEventListener("htmx:afterSwap", (event) => {
    const here = event.target.querySelector?.("mark.here") || document.querySelector(".document:not([hidden]) mark.here");
    if (here && event.detail.requestConfig.path.includes("i=")) here.scrollIntoView({ block: "center" });
    else if (here && event.detail.requestConfig.elt.matches("form")) here.scrollIntoView({ block: "center" });
  });
}
