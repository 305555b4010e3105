// What a terminal in a page needs beside the terminal itself: its font first, the keys that a
// browser would take, the focus, downloads, and a way to start again.
"use strict";

const startTerminal = window.onload; // set by textual.js, which stands before this file

window.onload = async (event) => {
  document.getElementById("again").onclick = () => window.location.reload();
  // The terminal measures its font once, so the font has to be there.
  await Promise.all(["16px", "bold 16px"].map((font) => document.fonts.load(`${font} "Roboto Mono"`)));
  // It marks the body when its socket opens or closes; before that it cannot tell of the focus.
  new MutationObserver(focusAnew).observe(document.body, { attributeFilter: ["class"] });
  startTerminal(event);
};

const is = (mark) => document.body.classList.contains(mark);

const focus = () => {
  if (is("-closed")) document.getElementById("again").focus();
  else if (is("-loaded")) document.querySelector(".xterm-helper-textarea").focus();
};

const focusAnew = () => {
  if (document.hasFocus()) document.activeElement.blur();
  focus();
};

window.addEventListener("focus", focus);

// What was marked with Shift and the mouse is copied, as no key is left that could do it. The
// terminal hands it out to whoever asks it to copy.
const copyMarked = () => {
  const asked = new ClipboardEvent("copy", { clipboardData: new DataTransfer(), bubbles: true });
  document.querySelector(".xterm").dispatchEvent(asked);
  const marked = asked.clipboardData.getData("text/plain");
  if (marked) navigator.clipboard.writeText(marked.replace(/ +$/gm, ""));
};

window.addEventListener("mouseup", (event) => {
  if (event.shiftKey && is("-loaded")) copyMarked();
  setTimeout(focus);
});

// Keys of the app that a browser would otherwise use itself. Some it does not give away: Ctrl+T,
// Ctrl+N, Ctrl+W and, in some, Ctrl+Q and F11.
window.addEventListener(
  "keydown",
  (event) => {
    if (is("-closed")) return;
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
    const pasting = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v";
    if (pasting) {
      event.stopPropagation(); // let the browser paste: the terminal would send the key instead
    } else if (plain && /^F\d+$/.test(event.key)) {
      event.preventDefault();
    } else if (event.ctrlKey && !event.shiftKey && /^[a-z]$/.test(event.key)) {
      event.preventDefault();
    }
  },
  { capture: true },
);

// The terminal opens downloads in a new tab, at an address without our folder.
const openTab = window.open.bind(window);
window.open = (address, ...others) => {
  const key = /^\/download\/([\w-]+)$/.exec(new URL(address ?? "", window.location).pathname)?.[1];
  if (key === undefined) return openTab(address, ...others);
  const link = document.createElement("a");
  link.href = `download/${key}`;
  link.download = "";
  link.click();
  return null;
};
