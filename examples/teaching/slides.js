'use strict';
// Shows one slide at a time; the arrows, Page Up and Down, Space, Home and End lead through them.
const slides = [...document.querySelectorAll('.slide')];
let shown = 0;

// A formula that is wider than its slide, since the font of this system is, becomes smaller.
function fit(slide) {
  for (const formula of slide.querySelectorAll('math[display="block"]')) {
    formula.style.fontSize = '';
    const room = formula.closest('.body').clientWidth, width = formula.getBoundingClientRect().width;
    const size = (element) => parseFloat(getComputedStyle(element).fontSize);
    if (width > room) formula.style.fontSize = `${0.99 * room / width * size(formula) / size(formula.parentElement)}em`;
  }
}

// What has the focus in a graph that can be stepped through, if anything.
const focused = () => document.activeElement?.closest('hologradient-trace')?.shadowRoot?.activeElement;

function show(index) {
  focused()?.blur();
  shown = Math.max(0, Math.min(slides.length - 1, index));
  slides.forEach((slide, i) => slide.classList.toggle('shown', i === shown));
  fit(slides[shown]);
  slides[shown].scrollIntoView();
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

// While a graph has the focus, all keys are its own but Page Up and Page Down.
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') focused()?.blur();
  if (focused() && !event.key.startsWith('Page')) return;
  if (!(event.key in moves) || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  show(moves[event.key]());
});
window.addEventListener('hashchange', () => show(Number(location.hash.slice(1)) - 1 || 0));
window.addEventListener('resize', () => slides.filter((slide) => slide.clientWidth).forEach(fit));
document.documentElement.classList.add('one');
for (const slide of slides) {  // for those that are printed and never shown
  slide.classList.add('shown');
  fit(slide);
  slide.classList.remove('shown');
}
show(Number(location.hash.slice(1)) - 1 || 0);
