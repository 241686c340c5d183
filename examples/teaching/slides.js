'use strict';
// Shows one slide at a time; the arrows, Page Up and Down, Space, Home and End lead through them.
const slides = [...document.querySelectorAll('.slide')];
let shown = 0;

function show(index) {
  shown = Math.max(0, Math.min(slides.length - 1, index));
  slides.forEach((slide, i) => slide.classList.toggle('shown', i === shown));
  history.replaceState(null, '', '#' + (shown + 1));
}

const moves = {
  ArrowRight: () => shown + 1,
  ArrowDown: () => shown + 1,
  PageDown: () => shown + 1,
  ' ': () => shown + 1,
  ArrowLeft: () => shown - 1,
  ArrowUp: () => shown - 1,
  PageUp: () => shown - 1,
  Home: () => 0,
  End: () => slides.length - 1,
};

document.addEventListener('keydown', (event) => {
  if (!(event.key in moves) || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  show(moves[event.key]());
});
window.addEventListener('hashchange', () => show(Number(location.hash.slice(1)) - 1 || 0));
document.documentElement.classList.add('one');
show(Number(location.hash.slice(1)) - 1 || 0);
