// search.js: what Sphinx's search, behind which it is loaded, does not do by itself: how much each result counts, words that are
// misspelled, and excerpts in a page that lies in a file and may not fetch another one.

// What the glossary says of a word comes first; a name of a listing counts when it is what is asked for, x.grad, and not when the
// words are a part of it.
var Scorer = {
  title: 15, partialTitle: 7, term: 5, partialTerm: 2, objNameMatch: 11, objPartialMatch: 6, objPrio: {}, objPrioDefault: 0,
  score: ([, , anchor, , score, , kind]) => kind !== 'index' || anchor.startsWith('#term-') ? score : score >= 100 ? 30 : 1,
};

// How many letters of one word have to be changed, left out or added to make the other one.
const distanceOf = (a, b) => {
  let row = Array.from({length: b.length + 1}, (_, j) => j);
  for (let i = 1; i <= a.length; ++i) {
    const next = [i];
    for (let j = 1; j <= b.length; ++j) next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] !== b[j - 1])));
    row = next;
  }
  return row.at(-1);
};
// The index has stems of words: of the words of the pages that begin so, the one that is most like the word.
const nearest = (word, all) => all.map((one) => [distanceOf(word, one), one]).reduce((a, b) => b[0] < a[0] ? b : a);
const wholeWord = (word, stem) => nearest(word, Object.values(window.bookTexts).join(' ').toLowerCase().match(new RegExp(`\\b${stem}[a-z]*`, 'g')) ?? [stem])[1];
// The word, or where no page has it the nearest one that a page has.
const wordOfPages = (word) => {
  const stem = new Stemmer().stemWord(word.toLowerCase()), known = Object.keys({...Search._index.titleterms, ...Search._index.terms});
  if (word.length < 4 || known.some((one) => one.includes(stem))) return word;
  const [least, near] = nearest(stem, known);
  return least <= Math.max(1, stem.length / 3) ? wholeWord(word, near) : word;
};
var splitQuery = (query) => {
  const all = query.split(/[^\p{Letter}\p{Number}_]+/gu).filter(Boolean), long = all.filter((word) => word.length > 1);  // x.grad: pages with grad
  const words = long.length ? long : all, found = words.map(wordOfPages);
  const told = document.getElementById('nearest') ?? Object.assign(document.createElement('p'), {id: 'nearest'});
  const link = Object.assign(document.createElement('a'), {href: `?q=${encodeURIComponent(found.join(' '))}`, textContent: found.join(' ')});
  told.replaceChildren(...String(found) === String(words) ? [] : ['No page has all of these words. Near them is: ', link]);
  Search.output.before(told);
  return found;
};

// book.py writes the texts.
window.fetch = async (address) => ({text: async () => window.bookTexts[address.match(/([^/]*)\.html$/)[1]]});
