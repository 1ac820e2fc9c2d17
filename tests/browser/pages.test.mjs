// The pages of `mirador serve`, as people meet them.

import assert from 'node:assert/strict';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {after, afterEach, before, beforeEach, test} from 'node:test';
import {findings, launch, open, Place, run, shows} from './world.mjs';

let browser, place, server;
before(async () => { browser = await launch(); });
after(() => browser.close());
beforeEach(async () => {
  place = new Place();
  server = await place.serve();
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  await place.end();
});

const visit = (path = '/', options = {}) => open(browser, server.address + path, options);
const repeated = (count, values) => Array.from({length: count}, () => values).flat();
const decide = name => place.observe(name, repeated(30, [['a', 1], ['b', 0], ['c', 0]]));

test('an experiment is begun, and what is wrong is said beside its field', async () => {
  const page = await visit();
  await shows(page, '#experiments', 'There is no experiment yet');
  await page.getByLabel('name', {exact: true}).fill('tea');
  await page.getByLabel('arms').fill('black');
  await page.getByRole('button', {name: 'Begin'}).click();
  await shows(page, 'label:has([name=arms]) + .wrong', 'two');
  assert.equal(await page.locator('[name=arms]').getAttribute('aria-invalid'), 'true');
  await page.getByLabel('arms').fill('black, green\nwith milk');
  await page.getByLabel('accepted risk').fill('2');
  await page.getByRole('button', {name: 'Begin'}).click();
  await shows(page, 'label:has([name=delta]) + .wrong', '2');
  await shows(page, '#arms-read', '2 arms: black, green; with milk');
  assert.equal(await page.locator('.wrong').count(), 1);
  assert.deepEqual(await findings(page), []);
  await page.getByLabel('accepted risk').fill('0,01');
  await page.getByLabel('values').selectOption('bounded');
  await page.getByLabel('highest value').fill('10');
  await page.getByText('Budget and margin').click();
  await page.getByLabel('at most so many').fill('500');
  await page.getByRole('button', {name: 'Begin'}).click();
  await shows(page, 'h1', 'tea');
  const status = place.json('status', 'tea');
  assert.deepEqual(status.arms.map(arm => arm.name), ['black, green', 'with milk']);
  assert.deepEqual([status.delta, status.max_samples, status.hi], [0.01, 500, 10]);
  await page.goBack();
  await page.getByLabel('name', {exact: true}).fill('tea');
  await page.getByLabel('arms').fill('a, b');
  await shows(page, '#arms-read', '2 arms: a, b');
  await page.getByRole('button', {name: 'Begin'}).click();
  await shows(page, 'label:has([name=name]) + .wrong', 'has an experiment');
  await page.getByLabel('name', {exact: true}).fill('tea in rounds');
  await page.getByLabel('in rounds').check();
  await page.getByRole('button', {name: 'Begin'}).click();
  await shows(page, 'h1', 'tea in rounds');
  assert.equal(place.json('status', 'tea in rounds').rounds, 0);
  // The refused requests are in the console, and nothing else is.
  assert.deepEqual(page.complaints.filter(text => !/status of (409|422)/.test(text)), []);
});

test('tickets are taken, entered and abandoned, and values are added', async () => {
  place.begin('x');
  const page = await visit('/experiments/x');
  await shows(page, '#live', 'live');
  await page.getByLabel('how many').fill('3');
  await page.getByRole('button', {name: 'Take'}).click();
  await shows(page, '#ask output', 'ticket 3');
  // The first of them has the focus.
  assert.equal(await page.evaluate(() => document.activeElement.closest('li').dataset.ticket), '1');
  await page.keyboard.type('0.5');
  await page.keyboard.press('Enter');
  await shows(page, 'li[data-ticket="1"] .wrong', 'enter 0 or 1');
  await page.getByLabel('result of ticket 1').fill('1');
  await page.keyboard.press('Enter');
  await shows(page, '#told', 'ticket 1: 1 is stored; 1 measurement, running');
  await shows(page, '#latest td', '1');
  assert.equal(await page.evaluate(() => document.activeElement.closest('li').dataset.ticket), '2');
  await page.getByRole('button', {name: 'Abandon ticket 2'}).click();
  await shows(page, 'li[data-ticket="2"]', 'Give up ticket 2? Its result will never come.');
  await page.getByRole('button', {name: 'Keep it'}).click();
  assert.equal(await page.getByLabel('result of ticket 2').isVisible(), true);
  assert.equal(place.json('status', 'x').open.length, 2);
  await page.getByRole('button', {name: 'Abandon ticket 2'}).click();
  await page.getByRole('button', {name: 'Yes, give up'}).click();
  await shows(page, '#told', 'ticket 2 is abandoned');
  assert.equal(await page.locator('#tickets li').count(), 1);
  await page.getByText('Add a value').click();
  await page.locator('#observe [name=arm]').selectOption('b');
  await page.locator('#observe [name=value]').fill('0');
  await page.locator('#observe [name=note]').fill('<i>spilled</i>');
  await page.getByRole('button', {name: 'Add'}).click();
  await shows(page, '#observe output', 'added: 0; 2 measurements, running');
  await shows(page, '#latest td', '<i>spilled</i>');
  const {arms, open: tickets} = place.json('status', 'x');
  assert.deepEqual([arms.map(arm => arm.pulls).sort(), tickets.length], [[0, 1, 1], 1]);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', {name: 'CSV'}).click()]);
  assert.match(readFileSync(await download.path(), 'utf8'), /^arm,pulls.*\na,/);
});

test('a round is taken as a whole', async () => {
  place.begin('x', ['--rounds', '--family', 'bernoulli']);
  const page = await visit('/experiments/x');
  await page.getByRole('button', {name: 'Take a round'}).click();
  await shows(page, '#tickets li:nth-child(3)', 'ticket 3, round 1');
  for (const ticket of [1, 2, 3]) {
    await page.getByRole('button', {name: `${ticket % 2}: ${ticket % 2 ? 'success' : 'failure'}, ticket ${ticket}`}).click();
    await shows(page, '#told', `ticket ${ticket}: ${ticket % 2} is stored`);
  }
  await shows(page, '#tickets', 'No ticket is open');
});

const focusedTicket = page => page.evaluate(() => document.activeElement.closest('li')?.dataset.ticket);

test('the focus stays in its row when somebody else enters the ticket', async () => {
  place.begin('x', ['--family', 'gaussian', '--sigma', '1']);
  place.run(['ask', 'x', '-n', '3']);
  const page = await visit('/experiments/x');
  await shows(page, '#live', 'live');
  await page.getByLabel('result of ticket 1').focus();
  await page.keyboard.type('12');
  place.run(['tell', 'x', '1', '3']);
  await shows(page, 'li[data-ticket="1"]', 'Ticket 1 was entered or given up elsewhere. Your value 12 is not stored.');
  assert.equal(await focusedTicket(page), '1');
  await page.keyboard.type('.5');
  await page.keyboard.press('Enter');
  assert.deepEqual(await findings(page), []);
  // It stays, also when another ticket goes that nobody looks at, and when none is left.
  place.run(['tell', 'x', '2', '1']);
  await page.locator('li[data-ticket="2"]').waitFor({state: 'detached'});
  place.run(['tell', 'x', '3', '1']);
  await shows(page, '#tickets', 'No ticket is open');
  assert.equal(await page.getByLabel('result of ticket 1').inputValue(), '12');
  assert.equal(place.json('status', 'x').samples, 3);
  await page.getByRole('button', {name: 'Dismiss'}).click();
  assert.equal(await page.locator('#tickets li').count(), 0);
});

test('a result that the service refuses stays in sight', async () => {
  place.begin('x', ['--family', 'gaussian', '--sigma', '1']);
  place.run(['ask', 'x', '-n', '2']);
  const page = await visit('/experiments/x');
  await shows(page, '#live', 'live');
  await page.getByLabel('result of ticket 1').fill('12');
  // Somebody else is faster, and the page hears of it before its own answer.
  await page.route('**/tell', async route => {
    place.run(['tell', 'x', '1', '3']);
    await shows(page, '#latest td', '3');
    await route.continue();
  });
  await page.keyboard.press('Enter');
  await shows(page, 'li[data-ticket="1"] [role=alert]', 'Your value 12 is not stored.');
  assert.equal(await focusedTicket(page), '1');
  await page.unroute('**/tell');
  await page.getByLabel('result of ticket 2').fill('1,250');
  await page.keyboard.press('Enter');
  await shows(page, 'li[data-ticket="2"] .wrong', 'two readings');
  await page.getByLabel('result of ticket 2').fill('1,25');
  await page.keyboard.press('Enter');
  await shows(page, '#told', 'ticket 2: 1.25 is stored');
  await page.getByLabel('how many').fill('1,2');
  await page.keyboard.press('Enter');
  await shows(page, '#ask .wrong', 'whole number');
});

test('a page shows what other processes do, and keeps what people do', async () => {
  place.begin('x');
  place.observe('x', [['a', 1], ['b', 0], ['c', 0]]);
  place.run(['ask', 'x', '-n', '2']);
  const page = await visit('/experiments/x', {viewport: {width: 700, height: 500}});
  await shows(page, '#live', 'live');
  await page.evaluate(() => { globalThis.isSamePage = true; });
  await page.getByText('What is proved').click();
  await page.getByLabel('result of ticket 5').fill('half');
  await page.getByLabel('result of ticket 5').evaluate(field => field.setSelectionRange(1, 3));
  const top = await page.evaluate(() => document.getElementById('tickets').getBoundingClientRect().top);
  place.run(['tell', 'x', '4', '1']);
  place.run(['note', 'x', 'from elsewhere']);
  await shows(page, '#report li', 'Note: from elsewhere');
  await shows(page, '#latest td:first-child', '4');
  assert.equal(await page.locator('[data-ticket="4"]').count(), 0);
  const kept = await page.evaluate(() => {
    const field = document.activeElement;
    return [field.value, field.selectionStart, field.selectionEnd, document.querySelector('.summary details').open,
            globalThis.isSamePage];
  });
  assert.deepEqual(kept, ['half', 1, 3, true, true]);
  // The browser holds what is looked at where it was, although the report above has grown.
  const moved = await page.evaluate(() => document.getElementById('tickets').getBoundingClientRect().top);
  assert.ok(Math.abs(moved - top) < 120, `moved from ${top} to ${moved}`);
  decide('x');
  await shows(page, '.answer', 'Verdict: a');
  await shows(page, '#news', 'x: decided');
  await shows(page, '#asking', 'There are no more tickets');
  assert.equal(await page.title(), 'x: decided');
  assert.ok(await page.evaluate(() => globalThis.isSamePage));
  assert.ok(await page.locator('#report svg.mp-wide').count() >= 2);
  place.run(['delete', 'x', '--yes']);
  await shows(page, '#live', 'this experiment was deleted');
  assert.equal(await page.locator('main form:visible').count(), 0);
});

test('a report that takes long to make is made less often, and catches up', async () => {
  place.begin('x', ['--max-samples', '1000000', '--margin', '0.0001'], 'a,b');
  place.observe('x', repeated(2500, [['a', 1], ['b', 0], ['a', 0], ['b', 1]]));
  const page = await visit('/experiments/x');
  await shows(page, '#latest td', '10000');
  for (const ticket of [10001, 10002, 10003]) {
    place.observe('x', [['a', 1]]);
    await shows(page, '#latest td', String(ticket));
  }
  await shows(page, '.facts dd', '10003 of at most 1000000');
  // A change of the phase is shown with the rest of the page.
  place.run(['change', 'x', '--max-samples', '10004']);
  place.observe('x', [['a', 1]]);
  await page.waitForFunction(() => document.title === 'x: undecided');
  assert.match(await page.locator('.answer').textContent(), /^Undecided/);
});

test('a tab in the background holds no connection, and catches up when it is shown', async () => {
  place.begin('x');
  const page = await visit('/experiments/x');
  await shows(page, '#live.live', 'live');
  const setHidden = hidden => page.evaluate(value => {
    Object.defineProperty(document, 'hidden', {configurable: true, get: () => value});
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
  const streams = async () => {
    const text = await (await fetch(server.address + '/metrics')).text();
    return Number(/^mirador_open_streams (\d+)$/m.exec(text)[1]);
  };
  assert.equal(await streams(), 1);
  await setHidden(true);
  while (await streams() > 0);
  place.observe('x', [['b', 1]]);
  await setHidden(false);
  await shows(page, '#latest td', 'b');
  while (await streams() < 1);
});

test('the list is live, in an order that stays, and can be filtered', async () => {
  place.begin('old');
  decide('old');
  place.begin('new', ['--max-samples', '50']);
  place.run(['tag', 'new', 'kitchen']);
  const page = await visit();
  const names = () => page.locator('tbody tr:not([hidden]) th a').allTextContents();
  assert.deepEqual(await names(), ['new', 'old']);
  await shows(page, '[data-key=old]', 'decided');
  await shows(page, '[data-key=old] [data-head=answer]', 'a');
  await shows(page, '[data-key=new] [data-head=measurements]', '0 of 50');
  assert.match(await page.locator('[data-key=new] time').textContent(), /just now|ago/);
  assert.match(await page.locator('[data-key=new] time').getAttribute('datetime'), /^20.*T.*Z$/);
  await page.getByLabel('show only').fill('Kitchen');
  assert.deepEqual(await names(), ['new']);
  place.begin('third');
  place.observe('new', [['a', 1.5]]);
  await shows(page, '[data-key=new] [data-head=measurements]', '1 of 50');
  assert.deepEqual(await names(), ['new']);
  await page.getByLabel('show only').fill('nothing');
  await shows(page, '#no-match', 'No experiment matches.');
  await page.getByLabel('show only').fill('');
  assert.equal(await page.locator('#no-match').isVisible(), false);
  await shows(page, 'tbody', 'third');
  await page.getByRole('link', {name: 'third'}).click();
  await shows(page, 'h1', 'third');
});

test('a lost server is said, and found again', async () => {
  place.begin('x');
  const page = await visit('/experiments/x'), list = await visit();
  for (const one of [page, list]) await shows(one, '#live', 'live');
  await server.stop('SIGKILL');
  for (const one of [page, list]) await shows(one, '#live', 'connection lost; trying again');
  assert.deepEqual(await findings(page), []);
  await page.getByText('Add a value').click();
  await page.locator('#observe [name=value]').fill('1');
  await page.getByRole('button', {name: 'Add'}).click();
  await shows(page, '#observe .wrong', 'cannot be reached');
  place.observe('x', [['b', 1]]);
  server = await place.serve([], server.port);
  for (const one of [page, list]) await shows(one, '#live.live', 'live');
  await shows(page, '#observe .wrong', 'connected again: press Enter to send');
  await shows(page, '#latest td', 'b');
  assert.equal(await page.locator('#observe [name=value]').inputValue(), '1');
  await page.getByRole('button', {name: 'Add'}).click();
  await shows(page, '#observe output', 'added: 1; 2 measurements');
  await shows(list, '[data-key=x] [data-head=measurements]', '2');
});

test('a value whose answer was lost is not added twice', async () => {
  place.begin('x');
  const page = await visit('/experiments/x');
  await page.getByText('Add a value').click();
  await page.locator('#observe [name=value]').fill('1');
  let isFirst = true;
  await page.route('**/observe', async route => {
    if (!isFirst) return route.continue();
    isFirst = false;
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', {name: 'Add'}).click();
  await shows(page, '#observe .wrong', /cannot be reached|connected again/);
  await page.getByRole('button', {name: 'Add'}).click();
  await shows(page, '#observe output', 'added: 1; 1 measurement');
  await page.locator('#observe [name=value]').fill('1');
  await page.getByRole('button', {name: 'Add'}).click();
  await shows(page, '#observe output', 'added: 1; 2 measurements');
});

test('with tokens a tab signs in, and nothing is kept elsewhere', async () => {
  place.begin('x');
  place.run(['ask', 'x']);
  const [reader, writer] = ['read', 'write'].map(
      role => JSON.parse(run(['token', 'new', role + 'er', '--role', role, '--format', 'json'])));
  const file = join(place.folder, 'tokens');
  writeFileSync(file, `${reader.line}\n${writer.line}\n`, {mode: 0o600});
  server = await place.serve(['--token-file', file]);
  const page = await visit('/experiments/x');
  await page.getByLabel('token').fill('wrong');
  await page.getByRole('button', {name: 'Sign in'}).click();
  await shows(page, '.wrong', 'this token is not valid');
  await page.getByLabel('token').fill(writer.secret);
  await page.getByRole('button', {name: 'Sign in'}).click();
  await shows(page, '#live', 'live');
  await page.getByLabel('result of ticket 1').fill('1');
  await page.keyboard.press('Enter');
  await shows(page, '#told', '1 measurement');
  await page.reload();
  await shows(page, 'h1', 'x');
  await page.getByRole('link', {name: 'mirador'}).click();
  await shows(page, 'tbody', 'x');
  await page.getByRole('link', {name: 'x', exact: true}).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', {name: 'CSV'}).click()]);
  assert.match(readFileSync(await download.path(), 'utf8'), /^arm,pulls/);
  assert.deepEqual(await page.context().cookies(), []);
  assert.deepEqual(await page.evaluate(() => [localStorage.length, sessionStorage.length]), [0, 1]);
  await page.getByRole('button', {name: 'Sign out'}).click();
  await shows(page, 'h1', 'Sign in');
  await page.getByLabel('token').fill(reader.secret);
  await page.keyboard.press('Enter');
  await shows(page, '#side', 'You may read here');
  assert.equal(await page.locator('#side form').count(), 0);
  // Another tab has no token, and a token that is not valid any more is asked for again.
  await shows(await visit('/experiments/x'), 'h1', 'Sign in');
  writeFileSync(file, `${writer.line}\n`);
  await server.stop();
  server = await place.serve(['--token-file', file], server.port);
  await shows(page, 'h1', 'Sign in');
});

test('the pages can be read without script', async () => {
  place.begin('x');
  decide('x');
  place.begin('y');
  place.run(['ask', 'y']);
  const page = await visit('/', {javaScriptEnabled: false});
  await shows(page, 'tbody', 'decided');
  await page.locator('noscript p').first().waitFor();
  assert.equal(await page.locator('form:visible, button:visible').count(), 0);
  await page.getByRole('link', {name: 'x'}).click();
  await shows(page, '.answer', 'Verdict: a');
  assert.match(await page.locator('#report table').first().textContent(), /interval.*0\.\d+ to /s);
  assert.equal(await page.locator('svg.mp-wide:visible').count(), 1);
  await page.getByRole('link', {name: 'mirador'}).click();
  await page.getByRole('link', {name: 'y'}).click();
  await shows(page, '#tickets li', 'ticket 1');
  assert.equal(await page.locator('form:visible, button:visible').count(), 0);
});

test('everything can be done with the keyboard', async () => {
  place.begin('x');
  const page = await visit();
  const focused = () => page.evaluate(() => {
    const one = document.activeElement;
    return one.getAttribute('aria-label') || one.labels?.[0]?.firstChild.textContent.trim() || one.textContent.trim();
  });
  const tabTo = async text => {
    for (let steps = 0; !(await focused()).startsWith(text); ++steps) {
      assert.ok(steps < 60, `${text} is not reached`);
      await page.keyboard.press('Tab');
    }
    // What has the focus can be seen to have it.
    assert.notEqual(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), 'none');
  };
  await tabTo('x');
  await page.keyboard.press('Enter');
  await shows(page, '#live', 'live');
  await tabTo('how many');
  await page.keyboard.press('Enter');
  await shows(page, '#tickets li', 'ticket 1');
  assert.match(await focused(), /^result of ticket 1/);
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await shows(page, '#told', 'ticket 1: 1 is stored');
  await tabTo('Add a value');
  await page.keyboard.press('Enter');
  await tabTo('arm');
  await page.keyboard.type('b');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  await shows(page, '#observe output', '2 measurements');
  const pulls = place.json('status', 'x').arms.map(arm => arm.pulls);
  assert.equal(pulls[1] >= 1 && pulls[0] + pulls[1] + pulls[2], 2);
});

/// One experiment for every kind of page; their paths.
function everyPage() {
  place.begin('empty');
  place.begin('running', ['--max-samples', '900'], 'the first of them,a rather long name of an arm that does not fit,c');
  place.observe('running', [['the first of them', 1], ['c', 0], ['a rather long name of an arm that does not fit', 1]]);
  place.observe('running', [['the first of them', 1], ['c', 1]]);
  place.run(['ask', 'running', '-n', '3']);
  place.run(['note', 'running', 'a remark']);
  place.run(['tag', 'running', 'kitchen,garden']);
  place.begin('decided');
  decide('decided');
  place.begin('spent', ['--max-samples', '4'], 'a,b');
  place.observe('spent', [['a', 1], ['b', 2], ['a', 2], ['b', 1]]);
  place.begin('in rounds', ['--rounds', '--family', 'bernoulli'], 'a,b');
  place.rounds('in rounds', 4, round => ({a: 1, b: round % 2}));
  place.run(['ask', 'in rounds', '--round']);
  place.begin('margin', ['--margin', '5'], 'a,b');
  place.observe('margin', repeated(40, [['a', 1.1], ['b', 1.2], ['a', 0.9], ['b', 0.8]]));
  place.run(['race', '-N', '--max-runs', '3', 'sleep 0.001', 'sleep 0.002']);
  const names = place.json('list').experiments.map(one => one.name);
  assert.equal(names.length, 7);
  const phases = place.json('list').experiments.map(one => one.phase);
  for (const phase of ['running', 'decided', 'undecided']) assert.ok(phases.includes(phase), phases.join());
  return ['/', ...names.map(name => '/experiments/' + encodeURIComponent(name)), '/experiments/none'];
}

test('all pages fit every window, are accessible in light and dark, and break no policy', async () => {
  const paths = everyPage();
  const {line} = JSON.parse(run(['token', 'new', 'ci', '--role', 'read', '--format', 'json']));
  writeFileSync(join(place.folder, 'tokens'), line + '\n', {mode: 0o600});
  const closed = await place.serve(['--token-file', join(place.folder, 'tokens')]);
  const backgrounds = new Set();
  const page = await visit();
  for (const address of [...paths.map(path => server.address + path), closed.address]) {
    const response = await page.goto(address);
    const policy = response.headers()['content-security-policy'];
    assert.match(policy, /default-src 'none'; style-src 'self'; script-src 'self'/);
    assert.ok(!policy.includes('unsafe'));
    await page.evaluate(() => { for (const part of document.querySelectorAll('details')) part.open = true; });
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({colorScheme});
      backgrounds.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
      // Only colours differ.
      const found = await findings(page, colorScheme === 'dark' ? ['color-contrast'] : undefined);
      assert.deepEqual(found, [], `${address} ${colorScheme}`);
    }
    for (const width of [360, 768, 1600]) {
      await page.setViewportSize({width, height: 800});
      const whole = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(whole, width, address);
    }
  }
  assert.equal(backgrounds.size, 2);
  assert.deepEqual(page.complaints.filter(text => !text.includes('404')), []);
});

test('a window that is wide has the forms beside the report', async () => {
  place.begin('x');
  const page = await visit('/experiments/x', {viewport: {width: 1600, height: 900}});
  const box = part => page.locator(part).boundingBox();
  let [report, side] = [await box('#report'), await box('#side')];
  assert.ok(side.x >= report.x + report.width && Math.abs(side.y - report.y) < 40);
  await page.setViewportSize({width: 360, height: 800});
  [report, side] = [await box('#report'), await box('#side')];
  assert.ok(side.y >= report.y + report.height);
  await page.getByRole('link', {name: 'Open tickets'}).click();
  assert.ok((await box('#ask')).y < 800);
  // The tickets come before what is looked up seldom.
  const heights = [];
  for (const part of ['.answer', '#arms', '#tickets', '#latest', '#log', '#downloads']) heights.push((await box(part)).y);
  assert.deepEqual(heights, heights.toSorted((a, b) => a - b));
});

test('script and style that others put into a page do nothing', async () => {
  place.begin('<img src=x onerror="document.title=1"><script>document.title=2</script>');
  const page = await visit();
  await page.locator('tbody a').click();
  await shows(page, 'h1', '<img src=x onerror="document.title=1"><script>document.title=2</script>');
  const done = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.isForeign = true';
    document.body.append(script);
    document.body.setAttribute('style', 'display: none');
    return [globalThis.isForeign, getComputedStyle(document.body).display];
  });
  assert.deepEqual(done, [undefined, 'block']);
  assert.equal(page.complaints.filter(text => text.includes('Content Security Policy')).length, 2);
});

test('on a touch screen, what is pressed is at least 24 pixels high', async () => {
  place.begin('x');
  place.observe('x', [['a', 1], ['b', 0], ['c', 0]]);
  place.run(['ask', 'x']);
  for (const path of ['/', '/experiments/x']) {
    const page = await visit(path, {viewport: {width: 390, height: 800}, hasTouch: true, isMobile: true});
    const low = await page.locator('a:visible, summary:visible, button:visible, input:visible').evaluateAll(
        parts => parts.filter(part => part.type !== 'checkbox' && part.getBoundingClientRect().height < 24)
                     .map(part => part.outerHTML));
    assert.deepEqual(low, []);
  }
});
