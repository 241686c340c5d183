// worker.js: runs one program in a worker, which ends with it. In: holoModule, what the linker wrote; a message
// {module, words, settings, input, file}. Out: messages {out: text}, {error: text}, and at the end {status, seconds, bytes}, with the
// memory that it took and, as `written`, what it has written to `file`. Or it asks a model, examples/support/live/, as often as it gets a message {module, settings, id, question}:
// out comes {id, answer}.
const begin = (module, preRun) => holoModule({
  instantiateWasm(imports, ready) {
    WebAssembly.instantiate(module, imports).then((instance) => ready(instance, module));
    return {};
  },
  noExitRuntime: true,
  preRun: [preRun],
});

let asked;
async function ask({module, settings, id, question}) {
  try {
    const program = await (asked ??= begin(module, (m) => Object.assign(m.ENV, settings)));
    postMessage({id, answer: program.ccall("book_ask", "string", ["string"], [question.map((word) => word + "\x1f").join("")])});
  } catch (problem) {
    postMessage({id, answer: JSON.stringify({error: `The model was stopped: ${problem}`})});
  }
}

async function run({module, words, settings, input, file}) {
  const bytes = {out: [], error: []}, decoders = {out: new TextDecoder(), error: new TextDecoder()};
  let sent = performance.now();
  const send = () => {
    for (const kind of ["out", "error"]) {
      if (bytes[kind].length === 0) continue;
      postMessage({[kind]: decoders[kind].decode(new Uint8Array(bytes[kind]), {stream: true})});
      bytes[kind] = [];
    }
    sent = performance.now();
  };
  // Whole lines, and not more than some of them a second: a message takes longer than a line.
  const take = (kind) => (byte) => {
    bytes[kind].push(byte);
    if (byte === 10 && performance.now() - sent > 40) send();
  };
  const typed = new TextEncoder().encode(input);
  let began = performance.now(), status, program, read = 0;
  try {
    program = await begin(module, (m) => {
      Object.assign(m.ENV, settings);
      m.FS.init(() => read < typed.length ? typed[read++] : null, take("out"), take("error"));
    });
    began = performance.now();
    status = program.ccall("book_run", "number", ["string"], [words.map((word) => word + "\n").join("")]);
  } catch (problem) {
    send();
    postMessage({error: "The program was stopped: " + problem + "\n"});
    status = 134;
  }
  send();
  let written;
  try {
    if (file && status === 0) written = program.FS.readFile(file, {encoding: "utf8"});
  } catch { }  // it has written none
  postMessage({status, written, seconds: (performance.now() - began) / 1000, bytes: program?.HEAPU8.length ?? 0});
}

onmessage = ({data}) => "question" in data ? ask(data) : run(data);
