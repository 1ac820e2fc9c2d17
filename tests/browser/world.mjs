// The real parts of the tests: the command, servers on free ports, and Chromium.

import {spawn, spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import assert from 'node:assert/strict';

const modules = createRequire(join(process.env.MIRADOR_NODE_MODULES, '/'));
const {chromium} = modules('playwright-core');
const axe = readFileSync(modules.resolve('axe-core/axe.min.js'), 'utf8');
const command = process.env.MIRADOR;
// A limit for what hangs; a slow and busy machine must not reach it.
const patience = 600_000;

/// Runs the command to its end; what it wrote. Fails unless the exit code is one of a state.
export function run(words, input = '') {
  const done = spawnSync(command, words.map(String), {input, encoding: 'utf8', timeout: patience});
  assert.ok([0, 3, 4].includes(done.status), `${words.join(' ')}: ${done.stderr}`);
  return done.stdout;
}

/// A store of its own, with commands and servers on it.
export class Place {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'mirador-'));
    this.store = join(this.folder, 'store.db');
    this.servers = [];
  }
  run(words, input) { return run([...words, '--store', this.store], input); }
  begin(name, words = ['--family', 'bernoulli'], arms = 'a,b,c') {
    this.run(['new', name, '--arms', arms, '--delta', 0.05, ...words]);
  }
  json(...words) { return JSON.parse(this.run([...words, '--format', 'json'])); }
  /// Values that were not asked for: [arm, value] each.
  observe(name, values) {
    this.run(['observe', name, '--batch', '-'],
             'arm,value\n' + values.map(pair => pair.join(',') + '\n').join(''));
  }
  /// Whole rounds, with a value of every arm.
  rounds(name, count, values) {
    let table = 'arm,round,value\n';
    for (let round = 1; round <= count; ++round) {
      for (const [arm, value] of Object.entries(values(round))) table += `${arm},${round},${value}\n`;
    }
    this.run(['observe', name, '--batch', '-'], table);
  }
  async serve(words = [], port = 0) {
    const process = spawn(command, ['serve', '--listen', `127.0.0.1:${port}`, '--store', this.store, '--log', 'none', ...words],
                          {stdio: ['ignore', 'pipe', 'inherit']});
    const ended = new Promise(done => process.once('exit', done));
    let text = '';
    for await (const piece of process.stdout) {
      text += piece;
      if (text.includes('\n')) break;
    }
    const address = /http:\/\/\S+/.exec(text);
    assert.ok(address, text);
    const server = {
      address: address[0],
      port: Number(/\d+$/.exec(address[0])[0]),
      stop: (signal = 'SIGTERM') => {
        process.kill(signal);
        return ended;
      },
    };
    this.servers.push(server);
    return server;
  }
  async end() {
    for (const server of this.servers) await server.stop('SIGKILL');
    rmSync(this.folder, {recursive: true, force: true});
  }
}

export function launch() {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    timeout: patience,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-quic', '--no-first-run',
           '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

/// A page in a context of its own, as in another browser; `page.complaints` are the errors of its console.
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({viewport: {width: 1100, height: 800}, ...options});
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  page.complaints = [];
  page.on('console', message => { if (message.type() === 'error') page.complaints.push(message.text()); });
  page.on('pageerror', error => page.complaints.push(String(error)));
  await page.goto(address);
  return page;
}

/// Waits until the part of the page shows the text.
export async function shows(page, part, text) {
  await page.locator(part).filter({hasText: text}).first().waitFor();
}

/// What axe-core finds wrong, in words; by some of its rules, or by all.
export async function findings(page, rules) {
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(axe);
  const {violations} = await page.evaluate(
      runOnly => globalThis.axe.run({resultTypes: ['violations'], ...(runOnly ? {runOnly} : {})}), rules);
  return violations.map(one => `${one.id}: ${one.help}: ${one.nodes.map(node => node.html.slice(0, 200)).join(' | ')}`);
}
