// The load of ../load.py on a boardgame.io server: node load.js URL PID TABLES RATE SECONDS
const fs = require("node:fs");
const { io } = require("socket.io-client");

const [url, pid] = process.argv.slice(2);
const [count, rate, seconds] = process.argv.slice(4).map(Number);
const SEATS = 4;
const AT_ONCE = 16;
const WARM_UP = 3000;
const PATIENCE = 30000;
const TICK = 100;

const tally = { times: [], bytes: 0, moves: 0, errors: {} };
const wrong = (what) => (tally.errors[what] = (tally.errors[what] || 0) + 1);
const sleep = (ms) => new Promise((done) => setTimeout(done, Math.max(0, ms)));

async function post(path, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

class Table {
  constructor() {
    this.sent = new Map(); // by the number of the state to come: who, and when
    this.numbers = [];
    this.measured = Infinity;
    this.closing = false;
  }

  async fill() {
    this.id = (await post("/games/dishes/create", { numPlayers: SEATS })).matchID;
    this.seats = [];
    for (let p = 0; p < SEATS; p++) {
      const wish = { playerID: String(p), playerName: `Guest ${p}` };
      this.seats.push((await post(`/games/dishes/${this.id}/join`, wish)).playerCredentials);
    }
  }

  async connect() {
    this.sockets = [];
    for (let p = 0; p < SEATS; p++) {
      const socket = io(`${url}/dishes`, { transports: ["websocket"], forceNew: true, reconnection: false });
      this.sockets.push(socket);
      await new Promise((done) => {
        socket.on("sync", (_, { state }) => done((this.numbers[p] = state._stateID)));
        socket.on("connect", () => socket.emit("sync", this.id, String(p), this.seats[p], SEATS));
        socket.on("connect_error", () => wrong("no connection"));
      });
      socket.on("disconnect", () => this.closing || wrong("connection lost"));
      socket.on("update", (_, state, log) => this.hear(p, state, log));
    }
    this.asked = "0";
  }

  hear(p, state, log) {
    const now = performance.now();
    const number = state._stateID;
    if (number !== this.numbers[p] + 1) wrong("gap");
    this.numbers[p] = number;
    const sent = this.sent.get(number);
    if (sent && sent.when >= this.measured) {
      if (sent.p === p) tally.moves++;
      else {
        tally.times.push(now - sent.when);
        if (tally.times.length % 64 === 1) tally.bytes = JSON.stringify(["update", this.id, state, log]).length;
      }
    }
    if (state.ctx.currentPlayer === String(p)) {
      this.asked = state.ctx.currentPlayer;
      this.wake?.();
    }
  }

  async play(begin, end, period) {
    let due = begin + Math.random() * period;
    while (due < end) {
      await sleep(due - performance.now());
      if (this.asked === null) await new Promise((done) => (this.wake = done));
      if (performance.now() < end) this.move();
      due += period * (0.5 + Math.random());
    }
  }

  move() {
    const p = Number(this.asked);
    const args = [Math.floor(Math.random() * 4), Math.floor(Math.random() * 5)];
    const payload = { type: "play", args, playerID: this.asked, credentials: this.seats[p] };
    this.asked = null;
    const number = this.numbers[p];
    this.sent.set(number + 1, { p, when: performance.now() });
    this.sockets[p].emit("update", { type: "MAKE_MOVE", payload }, number, this.id, String(p));
  }

  settled() {
    const last = Math.max(0, ...this.sent.keys());
    return this.numbers.every((number) => number >= last);
  }

  // The state that the server keeps, asked for again.
  async kept() {
    return new Promise((done) => {
      this.sockets[0].once("sync", (_, { state }) => done(state._stateID));
      this.sockets[0].emit("sync", this.id, "0", this.seats[0], SEATS);
    });
  }
}

async function fewAtOnce(work) {
  const waiting = [...work];
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await next();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function cpu() {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICK;
}

function memory() {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024);
}

function percentiles(times) {
  const found = [...times].sort((a, b) => a - b);
  const at = { p50: 0.5, p90: 0.9, p99: 0.99, max: 1 };
  const one = (part) => Number((found[Math.min(found.length - 1, Math.floor(part * found.length))] ?? NaN).toFixed(1));
  return Object.fromEntries(Object.entries(at).map(([name, part]) => [name, one(part)]));
}

async function main() {
  const tables = Array.from({ length: count }, () => new Table());
  await fewAtOnce(tables.map((table) => () => table.fill()));
  await fewAtOnce(tables.map((table) => () => table.connect()));
  const begin = performance.now() + 1000;
  const end = begin + WARM_UP + seconds * 1000;
  for (const table of tables) table.measured = begin + WARM_UP;
  const playing = tables.map((table) => table.play(begin, end, (count / rate) * 1000));
  await sleep(begin + WARM_UP - performance.now());
  const before = cpu();
  const own = process.cpuUsage();
  await sleep(end - performance.now());
  const spent = cpu() - before;
  const ours = process.cpuUsage(own);
  await Promise.race([Promise.all(playing), sleep(PATIENCE)]);
  const limit = performance.now() + PATIENCE;
  while (!tables.every((table) => table.settled()) && performance.now() < limit) await sleep(50);
  const unseen = tables.filter((table) => !table.settled()).length;
  if (unseen) tally.errors.unseen = unseen;
  let lost = 0;
  await fewAtOnce(tables.map((table) => async () => (lost += (await table.kept()) < Math.max(...table.numbers))));
  const result = {
    tables: count,
    connections: count * SEATS,
    asked: rate,
    achieved: Number((tally.moves / seconds).toFixed(1)),
    ms: percentiles(tally.times),
    bytes: tally.bytes,
    cpu: Number((spent / seconds).toFixed(3)),
    client_cpu: Number(((ours.user + ours.system) / 1e6 / seconds).toFixed(3)),
    memory_mib: memory(),
    errors: tally.errors,
    lost,
  };
  console.log(JSON.stringify(result));
  process.exit(0);
}

main();
