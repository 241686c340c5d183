'use strict';
// What a page does beyond its text: the meaning of a term, and folds. Without it all words are there. The search, the menus and the colours are those of Sphinx and Furo.
// A function of its own, since Sphinx's search has names too.
(() => {
document.body.dataset.theme ??= localStorage.getItem('theme') ?? 'auto';

const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
// For the scripts of the engine and of steps, which lie beside this one.
const pages = document.documentElement.dataset.content_root ?? '';
const load = (script) => new Promise((done, failed) => document.head.append(make('script',
  {src: `${pages}_static/${script}`, onload: done, onerror: () => failed(new Error(`${script} cannot be loaded`))})));
window.book = {make, load, pages};

document.querySelector('.sidebar-drawer')?.setAttribute('aria-label', 'The book');
document.querySelector('.toc-drawer')?.setAttribute('aria-label', 'On this page');

// ---- the meaning of a term: under the pointer, with the focus, or at a first touch; a second one follows the link ----

const meaning = make('p', {className: 'meaning', hidden: true});
document.body.append(meaning);
let term = null, touched = null;

function explain(link) {
  const text = document.getElementById(link.getAttribute('aria-describedby'));
  if (!text) return;
  term = link;
  meaning.replaceChildren(...[...text.childNodes].map((node) => node.cloneNode(true)));
  meaning.hidden = false;
  const line = link.getClientRects()[0], box = meaning.getBoundingClientRect(), edge = 16;
  const left = Math.min(Math.max(edge, line.left), document.documentElement.clientWidth - box.width - edge);
  const below = line.bottom + 8, fits = below + box.height < innerHeight - edge;
  meaning.style.left = `${Math.max(edge, left)}px`;
  meaning.style.top = `${fits ? below : Math.max(edge, line.top - box.height - 8)}px`;
}

function forget() {
  meaning.hidden = true;
  term = null;
}

const term_of = (event) => event.target.closest?.('a.term');
document.addEventListener('pointerover', (event) => {
  if (event.pointerType === 'touch') return;
  const link = term_of(event);
  if (link) explain(link);
  else if (term && term !== document.activeElement && !meaning.contains(event.target)) forget();
});
document.addEventListener('focusin', (event) => (term_of(event) ? explain(term_of(event)) : forget()));
document.addEventListener('pointerdown', (event) => {
  const link = term_of(event);
  touched = event.pointerType === 'touch' && link && link !== term ? link : null;
  if (!link && !meaning.contains(event.target)) forget();
});
document.addEventListener('click', (event) => {
  const link = term_of(event);
  if (!link || link !== touched) return;
  event.preventDefault();
  touched = null;
  explain(link);
});
document.addEventListener('keydown', (event) => { if (event.key === 'Escape') forget(); });
document.addEventListener('scroll', () => { if (term) forget(); }, {passive: true});

// ---- what is wider than its place can be scrolled with the keys ----

function mark_scrolled() {
  for (const box of document.querySelectorAll('pre, .table-wrapper, .formula')) {
    if (box.closest('.live')) continue;  // it marks its own
    const wide = box.scrollWidth > box.clientWidth + 1;
    if (wide === box.hasAttribute('tabindex')) continue;
    const marks = {tabindex: 0, role: 'group', 'aria-label': box.matches('pre') ? 'code' : box.matches('.formula') ? 'formula' : 'table'};
    for (const [name, value] of Object.entries(marks)) wide ? box.setAttribute(name, value) : box.removeAttribute(name);
  }
}
mark_scrolled();
for (const event of ['resize', 'load']) addEventListener(event, mark_scrolled);
document.addEventListener('toggle', mark_scrolled, true);

// ---- an address within what is folded away opens it; on paper all is open ----

function unfold() {
  if (location.hash.length < 2) return;
  let target;
  try {
    target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  } catch { }  // the address may be anything
  const folds = [];
  for (let box = target?.closest('details:not([open])'); box; box = box.parentElement.closest('details:not([open])')) folds.push(box);
  for (const box of folds) box.open = true;
  if (folds.length) target.scrollIntoView();
}
addEventListener('hashchange', unfold);
unfold();
addEventListener('beforeprint', () => { for (const box of document.querySelectorAll('article details')) box.open = true; });

})();
