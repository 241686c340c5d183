// loader.js: window.holo.run(words, {settings, input, file, on}) runs a program of the module, ["01_value", "--steps", "3"] say, in a
// worker of its own, and gives {stop()}. `on` gets {out: text}, {error: text} and, once, {status, written, seconds, bytes}, with the text of a `file` that it wrote; a program
// that was stopped has the status 130. `settings` is the environment, `input` what it reads. Nothing is fetched: a page that lies in a file
// may not. In: `wasm`, gzip in base64; `inWorker`, a function whose text is the script of a worker.
// window.holo.session() asks a model, examples/support/live/: ask(words) gives a promise of its answer, stop() ends it.
const environment = {HOLO_DEVICE: "cpu", HOLO_PROGRESS: "off"};
let ready;
const prepare = () => ready ??= (async () => {
  const packed = new Blob([Uint8Array.from(atob(wasm), (c) => c.charCodeAt(0))]);
  const bytes = await new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const script = new Blob([`(${inWorker})();`], {type: "text/javascript"});
  return {module: await WebAssembly.compile(bytes), address: URL.createObjectURL(script)};
})();

// A program that crashes takes its instance with it: the next one begins with another.
const run = (words, {settings = {}, input = "", file = "", on}) => {
  let worker, ended = false;
  const end = (message) => {
    if (ended) return;
    ended = true;
    worker?.terminate();
    on(message);
  };
  prepare().then(({module, address}) => {
    if (ended) return;
    worker = new Worker(address);
    worker.onmessage = ({data}) => "status" in data ? end(data) : ended || on(data);
    worker.onerror = (event) => end({error: `${event.message}\n`, status: 134});
    worker.postMessage({module, words, settings: {...environment, ...settings}, input, file});
  }, (problem) => end({error: `The engine cannot start: ${problem}\n`, status: 126}));
  return {stop: () => end({status: 130})};
};

const session = () => {
  const waiting = new Map();
  let id = 0, worker, stopped = false;
  const fail = (error) => { for (const done of waiting.values()) done({error}); waiting.clear(); };
  const begun = prepare().then(({module, address}) => {
    worker = new Worker(address);
    if (stopped) worker.terminate();
    worker.onmessage = ({data}) => { waiting.get(data.id)?.(JSON.parse(data.answer)); waiting.delete(data.id); };
    worker.onerror = (event) => fail(event.message);
    return module;
  });
  return {
    ask: (question) => new Promise((done) => {
      if (stopped) return done({error: "The model was stopped."});
      waiting.set(++id, done);
      const mine = id;
      begun.then((module) => worker.postMessage({module, settings: environment, id: mine, question}),
        (problem) => fail(`The engine cannot start: ${problem}`));
    }),
    stop() { stopped = true; worker?.terminate(); fail("The model was stopped."); },
  };
};
