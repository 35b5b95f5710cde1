// Passages selected in a document: where they stand in the whole text, and the list of what is kept.

import { flash } from "./desk.js";

/** Return the offset in code points of a place in the text; outside the piece, of the piece's own edge. */
function place(piece, node, offset, isEnd) {
  const range = document.createRange();
  range.selectNodeContents(piece);
  if (piece.contains(node)) range.setEnd(node, offset);
  else if (!isEnd) range.collapse(true);
  return Number(piece.dataset.start) + [...range.toString()].length;
}

export function span(value, quote, name = "evidence") {
  const line = document.createElement("li");
  const input = document.createElement("input");
  input.type = "hidden";
  input.name = name;
  input.value = value;
  const text = document.createElement("span");
  text.dir = "auto";
  text.textContent = quote || value;
  const remove = document.createElement("button");
  remove.type = "button";
  remove.className = "link";
  remove.textContent = "remove";
  remove.dataset.drop = "";
  line.append(input, text, " ", remove);
  return line;
}

const ONE_DOCUMENT = "A passage stands inside one document, and here inside the one that is judged.";

/** Take the passage selected in one of *pieces* and mark it there; null, and why, where none is. */
export function keptSelection(pieces, whole = ".document", sayOne = ONE_DOCUMENT) {
  const selection = document.getSelection();
  if (!selection.rangeCount || selection.isCollapsed) {
    flash("Select the passage in the document first, then press E.", "warning");
    return null;
  }
  const range = selection.getRangeAt(0);
  const within = [...pieces].filter((one) => range.intersectsNode(one));
  const panels = new Set(within.map((one) => one.closest(whole)));
  const start = panels.size === 1 ? place(within[0], range.startContainer, range.startOffset, false) : 0;
  const end = panels.size === 1 ? place(within.at(-1), range.endContainer, range.endOffset, true) : 0;
  if (start >= end) {
    flash(sayOne, "warning");
    return null;
  }
  const kept = { value: `${[...panels][0].dataset.docId}:${start}:${end}`, quote: selection.toString() };
  if (range.startContainer === range.endContainer && range.startContainer.nodeType === Node.TEXT_NODE) {
    const mark = document.createElement("mark");
    mark.className = "evidence";
    range.surroundContents(mark);
  }
  selection.removeAllRanges();
  return kept;
}

/** Give the passages that came with the form their buttons, and show the one that keeps a selection. */
export function dressPassages(form) {
  for (const one of form.querySelectorAll("[data-evidence]")) one.hidden = false;
  for (const one of form.querySelectorAll(".spans li")) {
    one.replaceWith(span(one.querySelector("input").value, one.querySelector("span").textContent));
  }
}

/**
 * Keep the selection and drop passages where that is pressed, and show one's questions beside the work.
 * *pieces* returns where a passage may be selected; *changed* is told of every change to the form.
 */
export function startPassages({ form, pieces, changed }) {
  document.addEventListener("click", (event) => {
    const { target } = event;
    if (target.closest("[data-evidence]")) {
      const kept = keptSelection(pieces());
      if (kept) {
        form().querySelector("[data-spans]").append(span(kept.value, kept.quote));
        changed();
      }
    }
    const drop = target.closest("[data-drop]");
    if (drop) {
      drop.closest("li").remove();
      changed();
    }
    const questions = target.closest("[data-questions]");
    if (questions && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      window.htmx.ajax("GET", questions.href, { target: "#ask", swap: "innerHTML" });
    }
  });
  document.addEventListener("input", (event) => form()?.contains(event.target) && changed());
}
