'use strict';
// Shows one slide at a time; the arrows, Page Up and Down, Space, Home and End lead through them, and so do a click or a tap
// on the right or the left half, and a swipe. The key n shows the notes for the teacher.
const slides = [...document.querySelectorAll('.slide')];
let shown = 0;

const telephone = matchMedia('(max-width: 45rem)');

// Listings and outputs get the largest letters with which no line is broken and all of the slide fits.
function enlarge(slide) {
  const blocks = [...slide.querySelectorAll('pre')], body = slide.querySelector('.body');
  for (const block of blocks) block.style.fontSize = block.style.whiteSpace = '';
  if (!blocks.length) return;
  if (telephone.matches) {
    // 0.8 em, or less down to 10 pixels; what is wider than that is scrolled to.
    const most = Math.max(...blocks.map((block) => block.scrollWidth / block.clientWidth));
    if (most > 1) for (const block of blocks) block.style.fontSize = `${Math.max(0.625, 0.78 / most)}em`;
    return;
  }
  const fits = () => body.scrollHeight <= body.clientHeight + 1 && slide.scrollHeight <= slide.clientHeight + 1 &&
    blocks.every((block) => block.scrollWidth <= block.clientWidth + 1);
  let small = 0.4, large = 1.05, space = 'pre';
  const set = (size) => { for (const block of blocks) { block.style.fontSize = `${size}em`; block.style.whiteSpace = space; } };
  set(small);
  if (!fits()) space = 'pre-wrap';  // a line of this page is longer than a slide is wide
  for (let step = 0; step < 7; ++step) {
    const middle = (small + large) / 2;
    set(middle);
    if (fits()) small = middle; else large = middle;
  }
  set(0.98 * small);
}

// A formula that is wider than its slide, since the font of this system is, becomes smaller.
function fit(slide) {
  for (const formula of slide.querySelectorAll('math[display="block"]')) {
    formula.style.fontSize = '';
    const room = formula.closest('.body').clientWidth, width = formula.getBoundingClientRect().width;
    const size = (element) => parseFloat(getComputedStyle(element).fontSize);
    if (width > room) formula.style.fontSize = `${0.99 * room / width * size(formula) / size(formula.parentElement)}em`;
  }
  enlarge(slide);
}

function show(index) {
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

document.addEventListener('keydown', (event) => {
  if (event.key === 'n' && !event.ctrlKey && !event.altKey && !event.metaKey) {
    document.documentElement.classList.toggle('notes');
    fit(slides[shown]);
  }
  if (!(event.key in moves) || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  show(moves[event.key]());
});
// A click on what has a use of its own, or one that ends a selection, turns no slide.
const own = (target) => target.closest('a, button, input, summary') || String(getSelection());
document.addEventListener('click', (event) => {
  if (telephone.matches || event.button || own(event.target)) return;
  show(shown + (event.clientX < innerWidth / 2 ? -1 : 1));
});
let from = null;
document.addEventListener('touchstart', (event) => {
  const touch = event.touches[0];
  from = event.touches.length > 1 || event.target.closest('pre, table') ? null : [touch.clientX, touch.clientY];
}, {passive: true});
document.addEventListener('touchend', (event) => {
  if (!from) return;
  const across = event.changedTouches[0].clientX - from[0], down = event.changedTouches[0].clientY - from[1];
  from = null;
  if (telephone.matches || Math.abs(across) < 50 || Math.abs(across) < 2 * Math.abs(down)) return;
  show(shown + (across > 0 ? -1 : 1));
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
