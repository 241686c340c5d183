// search.js: how much each result of Sphinx's search counts. What the glossary says of a word comes first; a name of a listing
// counts when it is what is asked for, x.grad, and not when the words are a part of it.
var Scorer = {
  title: 15, partialTitle: 7, term: 5, partialTerm: 2, objNameMatch: 11, objPartialMatch: 6, objPrio: {}, objPrioDefault: 0,
  score: ([, , anchor, , score, , kind]) => kind !== 'index' || anchor.startsWith('#term-') ? score : score >= 100 ? 30 : 1,
};
