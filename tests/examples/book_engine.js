// book_engine.js ENGINE DOCS [PROGRAM...]: for book_engine_test.sh: starts one command of each program whose output the pages show, as a
// page of the book does, and compares what it prints with the page. Prints PASS, FAIL and SKIP lines.
"use strict";
const fs = require("fs"), path = require("path"), vm = require("vm"), {resolveObjectURL} = require("buffer");
const {Worker: Thread} = require("worker_threads");
const [engine, docs, ...only] = process.argv.slice(2);

// What a browser has: a worker whose script is at the address of a Blob.
globalThis.Worker = class {
  constructor(address) {
    this.thread = resolveObjectURL(address).text().then((script) => {
      const thread = new Thread(`const {parentPort} = require("worker_threads");
        globalThis.postMessage = (message) => parentPort.postMessage(message);
        parentPort.on("message", (data) => onmessage({data}));
        delete globalThis.process; ${script.replace("onmessage = ", "globalThis.onmessage = ")}`, {eval: true});
      thread.on("message", (data) => this.onmessage({data}));
      thread.on("error", (error) => this.onerror({message: String(error)}));
      return thread;
    });
  }
  postMessage(message) { this.thread.then((thread) => thread.postMessage(message)); }
  terminate() { this.thread.then((thread) => thread.terminate()); }
};
vm.runInThisContext(fs.readFileSync(engine, "utf8"), {filename: engine});

const run = (command) => new Promise((done) => {
  const result = {out: "", error: ""};
  holo.run(command.split(" "), {on: (message) => {
    for (const kind of ["out", "error"]) result[kind] += message[kind] ?? "";
    if ("status" in message) done({...result, ...message, error: result.error});
  }});
});

// As tests/docs/docs_test.py: the lines of a block are together in the output; "..." skips some.
function missingLine(block, output) {
  let from = 0;
  for (let begin = 0; begin < block.length;) {
    let end = begin;
    while (end < block.length && block[end].trim() !== "...") ++end;
    const part = block.slice(begin, end);
    let at = from;
    while (at < output.length && !part.every((line, i) => output[at + i] === line)) ++at;
    if (part.length > 0 && at === output.length) return part.find((line) => !output.includes(line)) ?? part[0];
    from = at + part.length;
    begin = end + 1;
  }
}

// The blocks <!-- output: COMMAND --> of a page.
function blocksOf(page) {
  const lines = fs.readFileSync(path.join(docs, page), "utf8").split("\n"), blocks = [];
  lines.forEach((line, i) => {
    const command = line.match(/^\s*<!-- output: (.*) -->$/)?.[1];
    if (!command) return;
    const fence = lines[i + 1].search(/\S/), end = lines.findIndex((l, k) => k > i + 1 && l.trim() === "```");
    blocks.push({page, line: i + 1, command, text: lines.slice(i + 2, end).map((l) => l.slice(Math.min(fence, l.search(/\S|$/))))});
  });
  return blocks;
}

const say = (good, name, why) => console.log(good ? `PASS ${name}` : `FAIL ${name}: ${why}`);
// The shortest command of each program runs, and all of the playground; tests/docs/ compares the pages with every command. These
// programs take 15 to 60 seconds here when they train more than 1,000 steps.
const long = ["06_residual", "07_adam", "07_copy", "07_heads"];
const leftOut = (command, program) => long.includes(program) && !/--steps (\d{1,3}|1000)( |$)/.test(command) ? "it takes long here" :
  /^(\d\d_|playground$)/.test(program) ? null : "its program is none of the module";

(async () => {
  const began = performance.now();
  await holo.prepare();
  console.log(`the engine is ready after ${Math.round(performance.now() - began)} ms`);
  const none = await run("no_such_program");
  say(none.status === 127 && none.error.includes("no_such_program"), "a program that is not there", JSON.stringify(none));
  const flag = await run("01_value --no-such-flag");
  say(flag.status === 2 && flag.error.includes("--no-such-flag"), "a wrong flag", JSON.stringify(flag));
  const stopped = await new Promise((done) => {
    const program = holo.run(["07_microgpt", "--steps", "1000000"], {on: (message) => "status" in message && done(message.status)});
    setTimeout(() => program.stop(), 300);
  });
  say(stopped === 130, "a program that is stopped", `status ${stopped}`);

  const byCommand = new Map(), reasons = new Map(), ofProgram = new Map();
  for (const page of fs.readdirSync(docs).filter((name) => name.endsWith(".md")).sort()) {
    for (const block of blocksOf(page)) {
      const [program] = block.command.split(" ");
      if (only.length > 0 && !only.includes(program)) continue;
      const why = leftOut(block.command, program);
      if (why) reasons.set(block.command, why);
      else byCommand.set(block.command, [...byCommand.get(block.command) ?? [], block]);
    }
  }
  for (const command of [...byCommand.keys()].sort((a, b) => a.length - b.length)) {
    const [program] = command.split(" ");
    if (program !== "playground" && ofProgram.has(program)) byCommand.delete(command);
    ofProgram.set(program, command);
  }
  let blocks = 0;
  const commands = [...byCommand.keys()], times = [];
  const next = async () => {
    for (let command; (command = commands.shift()) !== undefined;) {
      const ran = await run(command), output = ran.out.split("\n");
      times.push([ran.seconds ?? 0, command, ran.bytes]);
      if (command.startsWith("06_earlier_positions")) {
        say(ran.bytes <= 200e6, `${command} in 200 MB`, `${(ran.bytes / 1e6).toFixed(0)} MB`);
      }
      for (const block of byCommand.get(command)) {
        const missing = ran.status === 0 ? missingLine(block.text, output) : undefined;
        say(ran.status === 0 && missing === undefined, `${block.page}:${block.line} ${command}`,
            ran.status ? `status ${ran.status}: ${ran.error.trim().slice(-200)}` : `it does not print "${missing}"`);
        ++blocks;
      }
    }
  };
  await Promise.all([next(), next()]);
  for (const [command, why] of reasons) console.log(`SKIP ${command}: ${why}`);
  times.sort((a, b) => b[0] - a[0]);
  console.log(`${blocks} blocks of ${byCommand.size} commands; the longest: ` +
    times.slice(0, 5).map(([s, command]) => `${command} ${s.toFixed(1)} s`).join(", "));
  process.exit(0);
})();
