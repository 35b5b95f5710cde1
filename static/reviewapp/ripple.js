// Ripple review: keys, drafts that save themselves, one unit or edge at a time, words selected as citations.

import { beat, flash, isTyping, setUpDocuments, startClock, startKeys } from "./desk.js";
import { keepDrafts } from "./drafts.js";
import { keptSelection, span } from "./passages.js";

const task = () => document.getElementById("task");
const form = () => document.getElementById("decision");
const isOpen = () => "open" in task().dataset;
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const isShown = (element) => element.getClientRects().length > 0;

const drafts = keepDrafts({ task, form, restored: fill, told: ({ parts }) => showParts(parts), delay: 400 });

/** Put fields that waited in the browser back into the form. */
function fill(kept) {
  for (const box of all("input[type=checkbox], input[type=radio]", form())) box.checked = false;
  for (const list of all("[data-citations], [data-spans]", form())) list.replaceChildren();
  for (const [name, value] of kept) {
    const list = form().querySelector(`[data-citations="${name.replace(/^cite-/, "")}"], [data-spans="${name}"]`);
    const fields = all(`[name="${CSS.escape(name)}"]`, form());
    if (list) list.append(span(value, "", name));
    else if (fields[0]?.matches("[type=checkbox], [type=radio]")) {
      for (const one of fields) if (one.value === value) one.checked = true;
    } else if (fields[0]?.multiple) {
      for (const one of fields[0].options) if (one.value === value) one.selected = true;
    } else if (fields[0] && name !== "version") fields[0].value = value;
  }
  for (const card of all("[data-card]")) tell(card);
}

/** Replace the parts of the page that the server has written anew; the focus stays where it was. */
function showParts(parts) {
  for (const [id, html] of Object.entries(parts || {})) {
    const old = document.getElementById(id);
    if (!old) continue;
    const href = old.contains(document.activeElement) && document.activeElement.getAttribute("href");
    const open = all("details", old).map((one) => one.open);
    old.innerHTML = html;
    all("details", old).forEach((one, n) => (one.open = open[n] ?? one.open));
    if (href) old.querySelector(`a[href="${CSS.escape(href)}"]`)?.focus();
  }
}

// --- Going about --------------------------------------------------------------------------------------

/** Show what stands at *id*, whichever tab or card it is in, and put the focus there, or on its *part*. */
function goTo(id, part) {
  const place = document.getElementById(id);
  if (!place) return;
  const panel = place.closest("[id^=document-]");
  if (panel?.hidden) document.querySelector(`[data-tab="${panel.id.replace("document-", "")}"]`)?.click();
  for (const one of all("details:not([open])")) if (one.contains(place)) one.open = true;
  const card = place.closest("[data-card]");
  if (card) showCard(card);
  const field = place.matches("input, textarea, select") ? place : (part && place.querySelector(part)) || firstField(place);
  field?.focus();
  (card || place).scrollIntoView({ block: "nearest" });
}

function firstField(place) {
  const fields = all("input:not([type=hidden], [disabled]), textarea, select, h2[tabindex]", place);
  return fields.find((one) => one.matches("[aria-invalid]")) || fields.find(isShown);
}

// --- Blind recovery -----------------------------------------------------------------------------------

const units = () => all("[data-unit]", form()).filter((one) => one.querySelector(".pick"));
let unit = null;

function moveUnit(step) {
  const list = units();
  const at = list.indexOf(unit);
  const next = list[at < 0 ? 0 : at + step];
  if (next) goTo(next.id, ".pick"); // not to a field: the next key would be written into it
}

function moveMark(selector) {
  if (!unit) moveUnit(1);
  else unit.querySelector(selector).click();
}

function writeWhy() {
  const field = unit && all("textarea", unit).find(isShown);
  if (field) field.focus();
  else flash("Select the unit first (x), or mark it as ambiguous (q).", "warning");
}

function movePaper(step) {
  const tabs = all("[data-tab]");
  const at = tabs.findIndex((one) => one.getAttribute("aria-current"));
  const tab = tabs[at + step];
  if (!tab) return;
  tab.click();
  const first = document.querySelector(`#document-${tab.dataset.tab} [data-unit]`);
  if (first) goTo(first.id, ".pick");
}

// --- Closure review and adjudication: one card at a time -----------------------------------------------

const cards = () => all("[data-card]");
const current = () => cards().find((one) => !one.hidden);

function showCard(card) {
  if (!card.closest(".cards")) return;
  for (const one of cards()) if (one.closest(".cards")) one.hidden = one !== card;
  for (const one of all("[data-of]")) {
    if (one.dataset.of === card.id) one.setAttribute("aria-current", "true");
    else one.removeAttribute("aria-current");
  }
}

const isJudged = (card) => card.querySelector("input[name^=verdict-]:checked");

function moveCard(step) {
  const list = cards();
  const at = list.indexOf(current());
  const ahead = step > 0 ? [...list.slice(at + 1), ...list.slice(0, at)] : [];
  const next = step > 0 ? ahead.find((one) => !isJudged(one)) || list[at + 1] : list[at - 1];
  if (next) goTo(next.id);
  else flash("All units and edges are judged.");
}

/** Say of a card's verdict wherever it is drawn. */
function tell(card) {
  const chosen = isJudged(card);
  for (const one of all(`[data-of="${card.id}"]`)) {
    one.dataset.verdict = chosen?.value || "";
    one.setAttribute("aria-label", `${one.dataset.label}: ${chosen?.dataset.title || "not judged"}`);
  }
}

function cite(value, quote) {
  const card = current();
  const list = card?.querySelector("[data-citations]");
  if (!list || all("input", list).some((one) => one.value === value)) return;
  list.append(span(value, quote, `cite-${list.dataset.citations}`));
  drafts.saveSoon();
}

function quoteSelection() {
  const kept = keptSelection(all(".piece", task()), "[data-unit]", "A quote stands inside one unit.");
  if (kept) cite(kept.value, `“${kept.quote}”`);
}

function openAddition(id) {
  const details = document.getElementById(id);
  details.open = true;
  all("select:not([multiple])", details).find((one) => !one.value)?.focus();
}

// --- Adjudication -------------------------------------------------------------------------------------

let row = null;

function moveRow(step) {
  const list = all("[data-question]");
  const at = list.indexOf(row);
  const isOpenRow = (one) => !all("input:checked", one).some((box) => box.value) || !one.querySelector("textarea").value.trim();
  const next = step > 0 ? list.slice(at + 1).find(isOpenRow) || list.find(isOpenRow) : list[at - 1];
  if (next) goTo(next.id);
  else flash("Every question is resolved.");
}

const answer = (place) => row?.querySelectorAll(".finals input")[place]?.click();

function markSpan(kind) {
  const within = document.getSelection().anchorNode?.parentElement?.closest("[data-row]") || row;
  const list = within?.querySelector("[data-spans]");
  if (!list) return flash("Spans are marked in units that enter: select the words in one.", "warning");
  const kept = keptSelection(all(".piece", within), "[data-unit]", "A span stands inside one unit.");
  if (!kept) return;
  const place = kept.value.slice(kept.value.indexOf(":") + 1);
  list.append(span(`${kind}:${place}`, `${kind === "entity" ? "name" : kind}: ${kept.quote}`, list.dataset.spans));
  drafts.saveSoon();
}

// --- Setting up ---------------------------------------------------------------------------------------

const DOES = {
  blind: {
    next: () => moveUnit(1),
    before: () => moveUnit(-1),
    select: () => moveMark(".pick"),
    doubt: () => moveMark(".doubt"),
    why: writeWhy,
    "paper-next": () => movePaper(1),
    "paper-before": () => movePaper(-1),
  },
  closure: {
    next: () => moveCard(1),
    before: () => moveCard(-1),
    quote: quoteSelection,
    why: () => current()?.querySelector("textarea[name^=why-]").focus(),
    missing: () => openAddition("missing-statements"),
    dependency: () => openAddition("unintended-dependencies"),
  },
  adjudication: {
    next: () => moveRow(1),
    before: () => moveRow(-1),
    in: () => answer(0),
    out: () => answer(1),
    why: () => row?.querySelector("textarea[name^=why-]").focus(),
    number: () => markSpan("number"),
    entity: () => markSpan("entity"),
  },
};
const doing = () => DOES[form()?.elements.stage?.value] || {};

function setUp() {
  setUpDocuments(task());
  if (!form()) return;
  for (const one of all("[data-keys], [data-cite], [data-cite-help]")) one.hidden = !isOpen();
  for (const line of all("[data-citations] li, [data-spans] li", form())) {
    if (!isOpen()) continue;
    const input = line.querySelector("input");
    line.replaceWith(span(input.value, line.querySelector("span").textContent, input.name));
  }
  const inView = cards().filter((one) => one.closest(".cards"));
  const asked = document.getElementById(location.hash.slice(1));
  if (asked?.closest("[data-card]")) goTo(asked.id);
  else if (inView.length) showCard(inView.find((one) => !isJudged(one)) || inView[0]);
  drafts.restore();
}

let hasEnded = false;
document.addEventListener("submit", (event) => {
  const { target: sent, submitter: button } = event;
  if (sent !== form() || hasEnded) return;
  event.preventDefault(); // what was typed, and the active time, are there before the return that counts it
  const saved = drafts.isWaiting() ? drafts.save() : Promise.resolve(true);
  saved.then(async (isSaved) => {
    if (!isSaved) return;
    if (button?.matches("[data-commit]")) await beat(task(), true);
    hasEnded = true;
    sent.requestSubmit(button);
  });
});
document.addEventListener("click", (event) => {
  const { target } = event;
  const act = target.closest("[data-do]");
  if (act) return doing()[act.dataset.do]?.();
  const citing = target.closest("[data-cite]");
  if (citing) {
    const text = citing.closest("[data-unit]").querySelector(".piece").textContent;
    return cite(citing.dataset.cite, text.length > 90 ? `${text.slice(0, 89)}…` : text);
  }
  const drop = target.closest("[data-drop]");
  if (drop) {
    drop.closest("li").remove();
    return drafts.saveSoon();
  }
  const link = target.closest("a[data-goto]");
  if (link && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    return goTo(link.getAttribute("href").slice(1));
  }
  const questions = target.closest("[data-questions]");
  if (questions && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    window.htmx.ajax("GET", questions.href, { target: "#ask", swap: "innerHTML" });
  }
});
document.addEventListener("focusin", ({ target }) => {
  const inRow = target.closest("[data-row]");
  if (inRow) {
    row?.classList.remove("here");
    row = inRow;
    row.classList.add("here");
  }
  const found = target.closest("[data-unit]");
  if (!found?.querySelector(".pick")) return;
  unit?.classList.remove("here");
  unit = found;
  unit.classList.add("here");
});
document.addEventListener("input", ({ target }) => {
  if (!form()?.contains(target) || !isOpen()) return;
  if (target.value.trim()) target.removeAttribute("aria-invalid");
  drafts.saveSoon();
});
document.addEventListener("change", ({ target }) => {
  const checked = target.name?.startsWith("checked-") && target.name.replace("checked-", "");
  if (checked) {
    for (const one of all(`[data-checked="${checked}"]`)) one.hidden = !target.checked;
    for (const one of all(`[data-unchecked="${checked}"]`)) one.hidden = target.checked;
  }
  if (target.name?.startsWith("verdict-")) tell(target.closest("[data-card]"));
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat || !isOpen()) return;
  if (!form() || (isTyping(event.target) && !form().contains(event.target))) return;
  event.preventDefault();
  form().requestSubmit(form().querySelector("[data-commit]"));
});

document.documentElement.classList.add("scripted");
startKeys();
setUp();
startClock(task);
beat(task());
