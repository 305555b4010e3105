// What a terminal in a page needs besides the terminal itself: its font before it starts, the keys
// that a browser would take, the focus, downloads, and a way to start again.
"use strict";

const startTerminal = window.onload; // set by textual.js, which is loaded before this file

window.onload = async (event) => {
  document.getElementById("again").onclick = () => window.location.reload();
  // The terminal measures its font only once, at the start, so the font must have been loaded.
  await Promise.all(["16px", "bold 16px"].map((font) => document.fonts.load(`${font} "Roboto Mono"`)));
  // The terminal marks the body when its socket opens or closes. Before that, it cannot report the
  // focus.
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

// Text that was selected with Shift and the mouse is copied at once, since no key is left for it.
// The terminal hands out the selection in answer to a copy event.
const copySelection = () => {
  const copying = new ClipboardEvent("copy", { clipboardData: new DataTransfer(), bubbles: true });
  document.querySelector(".xterm").dispatchEvent(copying);
  const selected = copying.clipboardData.getData("text/plain");
  if (selected) navigator.clipboard.writeText(selected.replace(/ +$/gm, ""));
};

window.addEventListener("mouseup", (event) => {
  if (event.shiftKey && is("-loaded")) copySelection();
  setTimeout(focus);
});

// Keys of the app that the browser would otherwise use itself. There are some that it never gives
// up: Ctrl+T, Ctrl+N, Ctrl+W and, in some browsers, Ctrl+Q and F11.
window.addEventListener(
  "keydown",
  (event) => {
    if (is("-closed")) return;
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
    const pasting = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v";
    if (pasting) {
      event.stopPropagation(); // so that the browser pastes; the terminal would send the key
    } else if (plain && /^F\d+$/.test(event.key)) {
      event.preventDefault();
    } else if (event.ctrlKey && !event.shiftKey && /^[a-z]$/.test(event.key)) {
      event.preventDefault();
    }
  },
  { capture: true },
);

// The terminal opens a download in a new tab, at an address without our folder. Instead, we follow a
// link with the folder.
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
