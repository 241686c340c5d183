'use strict';
// What a page does beyond its text: search, the meaning of a term, and where the reader is. Without it all words are there.
const up = document.body.dataset.up;

const make = (name, text = '', more = {}) => Object.assign(document.createElement(name), {textContent: text, ...more});

// ---- search: search.js has the sections of the book, and is loaded when the field is first used ----

const find = document.getElementById('book:find'), found = document.getElementById('book:found');
let sections = null;

function load() {
  sections ??= new Promise((then, fail) => {
    const script = make('script', '', {src: up + 'search.js', onload: () => then(window.bookSections), onerror: fail});
    document.head.append(script);
  });
  return sections;
}

// Each word of the query begins one of the section. Those of headings count most, then those of text, of code least; chapters
// come before exercises, and these before sources. What a term means comes first when it is all that is asked for.
function rank(section, words, query) {
  let sum = 0;
  const [, chapter, heading, text, code] = section;
  if (chapter === 'Glossary' && heading.toLowerCase().split(', ').includes(query.toLowerCase())) sum += 1000;
  for (const word of words) {
    const scores = [[heading, 40], [chapter, heading ? 8 : 60], [text, 3], [code, 1]].map(([field, score]) => {
      const hits = field.match(word);
      return hits ? score * (1 + Math.min(hits.length, 6) / 6) : 0;
    });
    const best = Math.max(...scores);
    if (!best) return 0;
    sum += best + scores[2] / 4;
  }
  const [address] = section;
  return sum * (address.startsWith('source/') ? 0.2 : address.startsWith('exercise') || address.startsWith('project') ? 0.5 : 1);
}

// The words around the first hit, with the hits marked.
function excerpt(text, words) {
  const at = Math.max(0, text.search(words[0]));
  const begin = at < 60 ? 0 : text.indexOf(' ', at - 50) + 1;
  const part = (begin ? '… ' : '') + text.slice(begin, begin + 150) + (text.length > begin + 150 ? ' …' : '');
  const line = make('span');
  let done = 0;
  for (const hit of part.matchAll(new RegExp(words.map((word) => word.source).join('|'), 'giu'))) {
    line.append(part.slice(done, hit.index), make('mark', hit[0]));
    done = hit.index + hit[0].length;
  }
  line.append(part.slice(done));
  return line;
}

// Words that are in nearly every section say nothing of what is looked for, when there are others.
const common = /^(a|an|and|are|do|does|for|how|in|is|it|of|on|or|the|to|what|why|with)$/i;

function words_of(query) {
  const words = query.split(/\s+/), rare = words.filter((word) => !common.test(word));
  return (rare.length ? rare : words).slice(0, 8).map((word) =>
    new RegExp('(?<![\\p{L}\\p{N}_])' + word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu'));
}

async function search() {
  const query = find.value.trim();
  if (!query) return close();
  const all = await load();
  if (query !== find.value.trim()) return;
  const words = words_of(query);
  const hits = all.map((section, i) => ({section, score: rank(section, words, query), i})).filter((hit) => hit.score)
    .sort((a, b) => b.score - a.score || a.i - b.i).slice(0, 30);
  found.replaceChildren(...hits.map(({section: [address, chapter, heading, text]}) => {
    const link = make('a', '', {href: up + address});
    link.append(make('b', heading || chapter));
    if (heading) link.append(make('i', chapter + ' '));
    if (text) link.append(excerpt(text, words));
    return link;
  }));
  if (!hits.length) found.append(make('p', `Nothing in the book has "${query}".`));
  found.hidden = false;
}

function close() {
  found.hidden = true;
}

find.parentElement.hidden = false;
find.addEventListener('focus', load, {once: true});
find.addEventListener('input', search);
find.addEventListener('focus', search);
find.parentElement.addEventListener('keydown', (event) => {
  const links = [...found.querySelectorAll('a')], at = links.indexOf(document.activeElement);
  if (event.key === 'Escape') {
    if (!found.hidden) event.preventDefault();
    close();
    find.focus();
    close();
  } else if (event.key === 'Enter' && at < 0 && links.length && !found.hidden) {
    links[0].click();
  } else if (event.key === 'ArrowDown' && links.length) {
    event.preventDefault();
    links[Math.min(at + 1, links.length - 1)].focus();
  } else if (event.key === 'ArrowUp' && at >= 0) {
    event.preventDefault();
    (at ? links[at - 1] : find).focus();
  }
});
document.addEventListener('click', (event) => {
  if (!find.parentElement.contains(event.target) || event.target.closest('.found a')) close();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, textarea, select')) return;
  event.preventDefault();
  find.focus();
});

// ---- the meaning of a term: under the pointer, with the focus, or at a first touch; a second one follows the link ----

const meaning = make('p', '', {className: 'meaning', hidden: true});
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
  for (const box of document.querySelectorAll('pre, .table, .formula, .picture')) {
    if (box.closest('.live, .formulas')) continue;  // these mark their own
    const wide = box.scrollWidth > box.clientWidth + 1;
    if (wide === box.hasAttribute('tabindex')) continue;
    if (wide) {
      box.tabIndex = 0;
      box.setAttribute('role', 'group');
      box.setAttribute('aria-label', box.matches('pre') ? 'code' : box.className);
    } else {
      for (const name of ['tabindex', 'role', 'aria-label']) box.removeAttribute(name);
    }
  }
}
mark_scrolled();
addEventListener('resize', mark_scrolled);
addEventListener('load', mark_scrolled);
document.addEventListener('toggle', mark_scrolled, true);

// ---- where the reader is: the line of the contents, and an address within what is folded away ----

const lines = [...document.querySelectorAll('.rail a')];
const heads = lines.map((line) => document.getElementById(decodeURIComponent(line.hash.slice(1))));

function show_place() {
  const at = heads.findLastIndex((head) => head && head.getClientRects().length && head.getBoundingClientRect().top < 120);
  lines.forEach((line, i) => (i === at ? line.setAttribute('aria-current', 'true') : line.removeAttribute('aria-current')));
}
if (lines.length) {
  addEventListener('scroll', show_place, {passive: true});
  show_place();
}

// The element that an address names; the address may be anything.
function target_of(hash) {
  try {
    return hash.length < 2 ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

function unfold() {
  const target = target_of(location.hash);
  for (let box = target?.closest?.('details:not([open])'); box; box = target.closest('details:not([open])')) box.open = true;
  if (target?.closest?.('details')) target.scrollIntoView();
}
addEventListener('hashchange', unfold);
unfold();

// The address keeps what the reader has set, "#knobs=,5,&step=2.9": fields of other names stay as they are.
window.bookState = {
  get: (name) => location.hash.slice(1).split('&').find((field) => field.startsWith(name + '='))?.slice(name.length + 1),
  set(name, value) {
    const fields = location.hash.slice(1).split('&').filter((field) => /^(knobs|step)=/.test(field) && !field.startsWith(name + '='));
    if (value) fields.push(`${name}=${value}`);
    history.replaceState(null, '', fields.length ? '#' + fields.sort().join('&') : location.pathname + location.search);
  },
};

// ---- what is new in C++ is open where it has a margin of its own ----

for (const box of document.querySelectorAll('details.beside')) box.open = matchMedia('(min-width: 84rem)').matches;

// ---- a line of a source has an address: a click on its number ----

document.querySelector('.source')?.addEventListener('click', (event) => {
  const line = event.target.closest('span[id]');
  if (line && event.clientX < line.getBoundingClientRect().left + 60 && !String(getSelection())) location.hash = line.id;
});
