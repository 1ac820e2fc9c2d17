'use strict';
// Keeps the pages of `mirador serve` up to date and sends what their forms hold. The pages are
// readable without it. Every chart and every sentence comes from the server: after a change the
// script fetches the page again and takes over what is different.
(() => {
  const tokenKey = 'mirador-token';
  const token = () => sessionStorage.getItem(tokenKey);
  const byId = id => document.getElementById(id);
  const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));
  const until = (event, target, milliseconds) => {
    const comes = new Promise(done => target.addEventListener(event, done, {once: true}));
    return Promise.race([comes, pause(milliseconds)]);
  };
  const headers = more => (token() ? {...more, Authorization: 'Bearer ' + token()} : {...more});
  const experiment = () => document.querySelector('main').dataset.experiment;
  const path = () => '/v1/experiments/' + encodeURIComponent(experiment());

  // ---- Requests -------------------------------------------------------------------------------

  // What the service refuses: the field that is wrong, if it named one, and what to do.
  class Refusal extends Error {
    constructor(status, detail, field) {
      super(detail);
      this.status = status;
      this.field = field;
    }
  }
  const refusalOf = async response => {
    try {
      const problem = await response.json();
      return new Refusal(response.status, problem.detail, problem.field);
    } catch {
      return new Refusal(response.status, 'the service answered ' + response.status);
    }
  };
  const post = async (where, body, key) => {
    const more = {'Content-Type': 'application/json', ...(key ? {'Idempotency-Key': key} : {})};
    const response =
        await fetch(where, {method: 'POST', body: JSON.stringify(body), headers: headers(more)});
    if (!response.ok) throw await refusalOf(response);
    return response.json();
  };
  const fetchPage = async () => {
    const response = await fetch(location.pathname, {headers: headers(), cache: 'no-store'});
    const type = response.headers.get('Content-Type') || '';
    if (!type.startsWith('text/html')) throw await refusalOf(response);
    return new DOMParser().parseFromString(await response.text(), 'text/html');
  };

  // ---- Texts ----------------------------------------------------------------------------------

  const say = (text, kind) => {
    const line = byId('live');
    if (line.textContent !== text) line.textContent = text;
    line.className = kind;
  };
  const steps = [[60, 'second'], [60, 'minute'], [24, 'hour'], [30, 'day'], [12, 'month'], [Infinity, 'year']];
  const ago = date => {
    let count = Math.max(0, (Date.now() - date) / 1000);
    if (count < 5) return 'just now';
    for (const [most, unit] of steps) {
      if (count < most) {
        const whole = Math.floor(count);
        return whole + ' ' + unit + (whole === 1 ? '' : 's') + ' ago';
      }
      count /= most;
    }
  };
  // "3 minutes ago"; the exact time is shown under the pointer.
  const tellTimes = root => {
    for (const time of root.querySelectorAll('time[datetime]')) {
      const text = ago(new Date(time.dateTime));
      if (!time.title) time.title = time.textContent;
      if (time.textContent !== text) time.textContent = text;
    }
  };
  const filterRows = root => {
    const words = (byId('filter')?.value || '').trim().toLowerCase().split(/\s+/);
    for (const row of root.querySelectorAll('[data-words]')) {
      row.hidden = !words.every(word => row.dataset.words.includes(word));
    }
    const rows = root.querySelectorAll('[data-words]'), none = byId('no-match');
    if (none && rows.length) none.hidden = [...rows].some(row => !row.hidden);
  };

  // ---- Drawing --------------------------------------------------------------------------------

  const keyOf = node => (node.nodeType === Node.ELEMENT_NODE ? node.id || node.dataset.key || '' : '');
  const fits = (old, fresh) => old.nodeName === fresh.nodeName && keyOf(old) === keyOf(fresh);
  // Makes the old node like the fresh one and touches only what differs, so that focus, selection,
  // scroll positions and open details stay. What a form holds is left alone.
  const patch = (old, fresh) => {
    if (old.isEqualNode(fresh) || old.nodeName === 'FORM' || fresh.dataset?.keep !== undefined) return;
    if (old.nodeType !== Node.ELEMENT_NODE) {
      old.data = fresh.data;
      return;
    }
    for (const {name} of [...old.attributes]) {
      if (!fresh.hasAttribute(name) && !(name === 'open')) old.removeAttribute(name);
    }
    for (const {name, value} of fresh.attributes) {
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    patchChildren(old, fresh);
  };
  const patchChildren = (old, fresh) => {
    const wanted = new Set([...fresh.children].map(keyOf));
    for (const child of [...old.children]) {
      if (!wanted.has(keyOf(child))) child.remove();
    }
    let at = old.firstChild;
    for (const next of [...fresh.childNodes]) {
      let match = at;
      while (match && !fits(match, next) && keyOf(next)) match = match.nextSibling;
      if (match && fits(match, next)) {
        // To move a part would take the focus from it: what is before it goes instead.
        while (at !== match && !keyOf(at)) {
          at = at.nextSibling;
          at.previousSibling.remove();
        }
        if (match === at) at = at.nextSibling;
        else old.insertBefore(match, at);
        patch(match, next);
      } else {
        old.insertBefore(document.importNode(next, true), at);
      }
    }
    while (at) {
      const after = at.nextSibling;
      at.remove();
      at = after;
    }
  };

  // ---- Rows of tickets ------------------------------------------------------------------------

  const rowsIn = root => [...root.querySelectorAll('#tickets li[data-ticket]')];
  const hasFocus = part => part.contains(document.activeElement);
  // Nothing has the focus, or the part has it: it may be given to what follows.
  const mayFocus = part => document.activeElement === document.body || hasFocus(part);
  // The ticket is not open any more, and this page did not close it: the row stays, with what was
  // typed and without a use. The focus stays in the row.
  const close = row => {
    const form = row.querySelector('form'), hadFocus = hasFocus(row);
    const value = form.elements.value.value.trim();
    const reason = row.dataset.refusal || 'Ticket ' + row.dataset.ticket + ' was entered or given up elsewhere.';
    clearErrors(form);
    keepTicket(form);
    for (const element of form.elements) element.disabled = true;
    const note = document.createElement('div'), dismiss = document.createElement('button');
    note.className = 'closed';
    note.setAttribute('role', 'alert');
    note.append(value === '' ? reason : reason + ' Your value ' + value + ' is not stored.');
    dismiss.type = 'button';
    dismiss.name = 'dismiss';
    dismiss.textContent = 'Dismiss';
    row.append(note, dismiss);
    row.dataset.closed = '';
    row.tabIndex = -1;
    if (hadFocus) row.focus();
  };
  // Rows that the fresh page does not have, and that someone uses, get a place in it.
  const keepRows = page => {
    const fresh = page.getElementById('tickets');
    if (!fresh) return;
    let list = fresh.querySelector('ul'), last = null;
    for (const row of rowsIn(document)) {
      const ticket = row.dataset.ticket, form = row.querySelector('form');
      const found = fresh.querySelector('li[data-ticket="' + ticket + '"]');
      if (found) {
        if (row.dataset.closed !== undefined) row.remove();
        last = found;
        continue;
      }
      if (!form) continue;
      const isSent = form.hasAttribute('aria-busy') || form.dataset.unsent !== undefined;
      const isClosed = row.dataset.closed !== undefined;
      if (!isSent && !isClosed && !form.elements.value.value.trim() && !hasFocus(row)) continue;
      if (!isSent && !isClosed) close(row);
      if (!list) {
        list = page.createElement('ul');
        list.dataset.key = 'rows';
        fresh.append(list);
      }
      const place = page.createElement('li');
      Object.assign(place.dataset, {key: ticket, ticket, keep: ''});
      if (last) last.after(place);
      else list.prepend(place);
      last = place;
    }
  };

  let isDrawing = false, isDue = false, isUrgent = false;
  let asked = 0, drawn = 0;
  const redraw = async () => {
    const turn = ++asked, page = await fetchPage();
    if (page.getElementById('sign-in')) throw new Refusal(401, 'the token is not valid any more');
    if (turn < drawn) return;  // a page that was asked for later is shown already
    drawn = turn;
    keepRows(page);
    for (const old of document.querySelectorAll('[data-live]')) {
      const fresh = page.getElementById(old.id);
      if (!fresh) continue;
      tellTimes(fresh);
      filterRows(fresh);
      patch(old, fresh);
    }
    document.title = page.title;
    // The service did not make the report anew, because of what that costs: it will.
    if (page.querySelector('main').dataset.stale !== undefined) {
      isDue = true;
      if (!isDrawing) setTimeout(draw, 400);
    }
  };

  // One drawing at a time, and the pauses between them are longer than the drawings: many readers
  // of a large experiment do not keep the service busy.
  const draw = async () => {
    if (isDrawing || (document.hidden && !isUrgent)) {
      isDue = true;
      return;
    }
    isDrawing = true;
    isDue = isUrgent = false;
    const began = performance.now();
    try {
      await redraw();
    } catch {
      isDue = true;
    }
    await pause(Math.max(400, 4 * (performance.now() - began)));
    isDrawing = false;
    if (isDue) draw();
  };
  document.addEventListener('visibilitychange', () => { if (isDue) draw(); });

  // ---- Live -----------------------------------------------------------------------------------

  const silence = 45000;  // the service sends a heartbeat every 15 seconds
  const follow = async (name, onStatus) => {
    const stop = new AbortController();
    let timer;
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(() => stop.abort(), silence);
    };
    // A browser has six connections to a service; tabs in the background leave them to others.
    const leave = () => { if (document.hidden) stop.abort(); };
    document.addEventListener('visibilitychange', leave);
    try {
      heard();
      const response =
          await fetch('/v1/experiments/' + encodeURIComponent(name) + '/stream',
                      {headers: headers(), cache: 'no-store', signal: stop.signal});
      if (!response.ok) throw await refusalOf(response);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let text = '';;) {
        const {value, done} = await reader.read();
        if (done) return;
        heard();
        text += value;
        for (let end; (end = text.indexOf('\n\n')) >= 0; text = text.slice(end + 2)) {
          const lines = text.slice(0, end).split('\n').filter(line => line.startsWith('data: '));
          if (lines.length) onStatus(JSON.parse(lines.map(line => line.slice(6)).join('\n')));
        }
      }
    } finally {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', leave);
    }
  };
  const connected = () => {
    say('live', 'live');
    for (const form of document.querySelectorAll('form[data-unsent]')) {
      const line = form.querySelector('.wrong');
      if (line) line.textContent = 'connected again: press ' + form.dataset.unsent + ' to send';
    }
  };
  const lost = error => {
    say(error instanceof Refusal ? error.message + '; trying again' : 'connection lost; trying again', 'lost');
  };
  const signOut = () => {
    sessionStorage.removeItem(tokenKey);
    location.reload();
  };
  // Nothing helps against these but another token or another page.
  const ends = error => {
    if (error.status === 401) signOut();
    else if (error.status === 404) {
      say('this experiment was deleted', 'lost');
      document.documentElement.classList.add('deleted');
    } else return false;
    return true;
  };
  const watch = async name => {
    let phase;
    for (let wait = 250;; wait = Math.min(2 * wait, 3000)) {
      while (document.hidden) {
        await until('visibilitychange', document, 15000);
        isUrgent = true;  // its title is seen
        draw();
      }
      let problem = null;
      try {
        await follow(name, status => {
          wait = 250;
          connected();
          isUrgent = phase !== undefined && phase !== status.phase;
          if (isUrgent) byId('news').textContent = name + ': ' + status.phase;
          phase = status.phase;
          draw();
        });
      } catch (error) {
        problem = error;
        if (ends(error)) return;
      }
      if (document.hidden) continue;
      lost(problem);
      await until('online', window, wait * (0.5 + Math.random()));
    }
  };
  const watchList = async () => {
    for (let wait = 300;;) {
      await pause(wait);
      if (document.hidden) continue;
      const began = performance.now();
      try {
        await redraw();
        connected();
      } catch (error) {
        if (ends(error)) return;
        lost(error);
      }
      wait = Math.max(2000, 10 * (performance.now() - began));
    }
  };

  // ---- Forms ----------------------------------------------------------------------------------

  const numberIn = (form, field) => {
    const given = form.elements[field].value.trim();
    if (form.elements[field].dataset.only === 'outcome' && !/^[01]$/.test(given)) {
      throw new Refusal(422, 'enter 0 or 1', field);
    }
    // 1,200 is 1200 to some and 1.2 to others.
    if (/^[-+]?[1-9]\d{0,2}(,\d{3})+$/.test(given)) {
      throw new Refusal(422, 'has two readings; write it without a comma', field);
    }
    const text = given.replace(',', '.');
    const value = Number(text);
    if (text === '' || !Number.isFinite(value)) {
      throw new Refusal(422, 'give a number, such as 0.5', field);
    }
    return value;
  };
  const wholeIn = (form, field) => {
    const given = form.elements[field].value.trim();
    if (!/^\d+$/.test(given)) throw new Refusal(422, 'give a whole number, without commas or points', field);
    return Number(given);
  };
  // With more than one line, each line is an arm, and commas belong to its name.
  const armsIn = text => text.split(text.trim().includes('\n') ? '\n' : ',').map(arm => arm.trim()).filter(arm => arm);

  const clearErrors = form => {
    for (const error of form.querySelectorAll('.wrong')) error.remove();
    for (const field of form.querySelectorAll('[aria-invalid]')) {
      field.removeAttribute('aria-invalid');
      field.removeAttribute('aria-describedby');
    }
  };
  // "question.margin", "max-samples" and "arms[1]" are the fields margin, max_samples and arms.
  const fieldOf = (form, name) => {
    for (const word of (name || '').split(/[.[\]]/).reverse()) {
      const field = word ? form.elements[word.replaceAll('-', '_')] : null;
      if (field instanceof Element && field.type !== 'hidden' && !field.closest('[hidden]')) return field;
    }
    return null;
  };
  let errors = 0;
  const showError = (form, error) => {
    const text = error instanceof Refusal ? error.message : 'the service cannot be reached; try again';
    const field = fieldOf(form, error.field);
    const line = document.createElement('span');
    line.className = 'wrong';
    line.id = 'error-' + ++errors;
    line.setAttribute('role', 'alert');
    if (!field) {
      line.textContent = error.field ? error.field + ': ' + text : text;
      form.append(line);
      return;
    }
    line.textContent = text;
    const details = field.closest('details');
    if (details) details.open = true;
    const isFree = mayFocus(form);
    (field.closest('label') || field).after(line);
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', line.id);
    if (isFree) field.focus();
  };

  // The same content that is sent again, as after a lost answer, is not done twice. What is typed anew is another
  // measurement, even if it is the same.
  const keys = new WeakMap();
  document.addEventListener('input', event => keys.delete(event.target.form));
  const keyFor = (form, body) => {
    const content = JSON.stringify(body), last = keys.get(form);
    if (last && last.content === content) return last.key;
    const key = [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('');
    keys.set(form, {content, key});
    return key;
  };
  const change = async (form, action, body) => {
    const answer = await post(path() + '/' + action, body, keyFor(form, [action, body]));
    keys.delete(form);
    return answer;
  };
  const counted = answer => answer.samples + (answer.samples === 1 ? ' measurement, ' : ' measurements, ') + answer.phase;

  const specIn = form => {
    const text = name => form.elements[name].value;
    const values = text('family'), isNumber = name => text(name).trim() !== '';
    const family = {name: values};
    if (values === 'gaussian') family.sigma = numberIn(form, 'sigma');
    if (values === 'bounded') Object.assign(family, {lo: numberIn(form, 'lo'), hi: numberIn(form, 'hi')});
    const spec = {
      name: text('name').trim(),
      mirador_spec: Number(text('edition')),
      arms: armsIn(text('arms')),
      question: {
        name: 'best-arm',
        direction: text('direction'),
        margin: isNumber('margin') ? numberIn(form, 'margin') : 0,
      },
      delta: numberIn(form, 'delta'),
      seed: 1,
    };
    if (form.elements.rounds.checked) {
      spec.rounds = {family: values === 'normal' ? {name: 'symmetric', compare: 'mean'} : family};
    } else {
      Object.assign(spec, {family, rule: 'lma', stopping: 'mixture'});
    }
    if (isNumber('max_samples')) spec.max_samples = wholeIn(form, 'max_samples');
    return spec;
  };

  // What each form does; the text that it returns is shown below the form.
  const acts = {
    begin: async form => {
      const made = await post('/v1/experiments', specIn(form));
      location.assign('/experiments/' + encodeURIComponent(made.name));
      return 'begun';
    },
    ask: async (form, button) => {
      const body = button?.name === 'round' ? {round: true} : {count: wholeIn(form, 'count')};
      const {tickets, phase} = await change(form, 'ask', body);
      const isFree = mayFocus(form);
      await redraw();
      if (tickets.length === 0) return 'no ticket: ' + phase;
      if (isFree && mayFocus(form)) document.querySelector('#tickets [data-ticket="' + tickets[0].ticket + '"] input')?.focus();
      return tickets.map(one => 'ticket ' + one.ticket + ' for ' + one.arm).slice(0, 20).join(', ');
    },
    tell: async (form, button) => {
      const ticket = Number(form.dataset.ticket), field = form.elements.value, typed = field.value;
      let done;
      if (button?.name === 'abandon') {
        await change(form, 'abandon', {ticket});
        done = 'ticket ' + ticket + ' is abandoned';
      } else {
        const value = numberIn(form, 'value');
        const answer = await change(form, 'tell', {ticket, value});
        done = 'ticket ' + ticket + ': ' + value + ' is stored; ' + counted(answer);
      }
      drawn = ++asked;  // pages that were asked for before this show the ticket
      const row = form.closest('li'), isFree = mayFocus(row);
      const next = [...rowsIn(document)].filter(one => one !== row && one.dataset.closed === undefined && one.querySelector('input'));
      const after = next.find(one => row.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) || next[0];
      row.remove();
      if (field.value !== typed) {
        done += '. What you typed after it, ' + field.value + ', is not stored';
      } else if (isFree) {
        (after?.querySelector('input') || document.querySelector('#ask button'))?.focus();
      }
      byId('told').textContent = done;
      draw();
    },
    observe: async form => {
      const note = form.elements.note.value.trim();
      const value = numberIn(form, 'value');
      const answer = await change(form, 'observe', {
        arm: form.elements.arm.value,
        value,
        ...(note ? {note} : {}),
      });
      form.elements.value.value = form.elements.note.value = '';
      draw();
      return 'added: ' + value + '; ' + counted(answer);
    },
    'sign-in': async form => {
      sessionStorage.setItem(tokenKey, form.elements.token.value.trim());
      const page = await fetchPage();
      if (page.getElementById('sign-in')) {
        sessionStorage.removeItem(tokenKey);
        throw new Refusal(401, 'this token is not valid', 'token');
      }
      show(page);
    },
    filter: async () => {},
  };
  document.addEventListener('submit', async event => {
    event.preventDefault();
    let refused = null;
    const form = event.target, output = form.querySelector('output'), button = event.submitter;
    if (form.hasAttribute('aria-busy') || form.closest('[data-closed]')) return;
    clearErrors(form);
    delete form.dataset.unsent;
    if (output) output.textContent = '';
    form.setAttribute('aria-busy', 'true');
    try {
      const done = await acts[form.dataset.act](form, button);
      if (output && done) output.textContent = done;
    } catch (error) {
      if (error.status === 401 && form.dataset.act !== 'sign-in') signOut();
      else {
        showError(form, error);
        if (error.status === 409 || error.status === 404) refused = error;
        if (!(error instanceof Refusal)) {
          const isFirst = !button || button === form.querySelector('button:not([type=button])');
          form.dataset.unsent = isFirst ? 'Enter' : '“' + button.textContent + '”';
        }
      }
    }
    form.removeAttribute('aria-busy');
    // What the service refused may be so because the page is old.
    const row = form.closest('li[data-ticket]');
    if (row && refused) {
      row.dataset.refusal = 'Ticket ' + row.dataset.ticket + ': ' + refused.message + '.';
      try {
        await redraw();
      } catch {
        draw();
      }
      delete row.dataset.refusal;
    }
  });

  // A second click gives a ticket up.
  const keepTicket = form => {
    form.querySelector('.question')?.remove();
    form.classList.remove('asks');
  };
  const askWhether = form => {
    clearErrors(form);
    const question = document.createElement('div');
    const button = (text, type, name) => {
      const made = document.createElement('button');
      Object.assign(made, {textContent: text, type, name, formNoValidate: true});
      return made;
    };
    question.className = 'question';
    question.setAttribute('role', 'group');
    const words = document.createElement('p');
    words.id = 'question-' + form.dataset.ticket;
    words.textContent = 'Give up ticket ' + form.dataset.ticket + '? Its result will never come.';
    question.setAttribute('aria-labelledby', words.id);
    question.append(words, button('Yes, give up', 'submit', 'abandon'), button('Keep it', 'button', 'keep'));
    form.append(question);
    form.classList.add('asks');
    question.querySelector('[name=keep]').focus();
  };
  const keepAndReturn = form => {
    clearErrors(form);
    keepTicket(form);
    delete form.dataset.unsent;
    form.querySelector('[name=give-up]').focus();
  };
  const clicks = {
    'give-up': button => askWhether(button.form),
    keep: button => keepAndReturn(button.form),
    dismiss: button => {
      button.closest('li').remove();
      byId('measure').tabIndex = -1;
      (document.querySelector('#tickets [name=dismiss]') || byId('measure')).focus();
    },
    outcome: button => {
      if (button.form.hasAttribute('aria-busy')) return;
      button.form.elements.value.value = button.value;
      button.form.requestSubmit();
    },
  };
  document.addEventListener('keydown', event => {
    const form = event.key === 'Escape' && event.target.closest('form.asks');
    if (form && !form.hasAttribute('aria-busy')) keepAndReturn(form);
  });
  // The fields that belong to a choice are shown with it.
  const showFields = () => {
    const form = byId('begin');
    if (!form) return;
    const isInRounds = form.elements.rounds.checked;
    for (const option of form.elements.family.options) {
      option.disabled = isInRounds && option.dataset.rounds === undefined;
      if (option.selected && option.disabled) form.elements.family.value = 'normal';
    }
    for (const field of form.querySelectorAll('[data-for]')) {
      field.hidden = field.dataset.for !== form.elements.family.value;
    }
  };
  const showArms = () => {
    const field = byId('begin')?.elements.arms;
    if (!field) return;
    const arms = armsIn(field.value), most = 20;
    const between = arms.some(arm => arm.includes(',')) ? '; ' : ', ';
    byId('arms-read').textContent = arms.length === 0 ? '' :
        arms.length + (arms.length === 1 ? ' arm: ' : ' arms: ') + arms.slice(0, most).join(between) +
        (arms.length > most ? between + '...' : '');
  };
  document.addEventListener('change', event => { if (event.target.form?.id === 'begin') showFields(); });
  document.addEventListener('input', event => {
    if (event.target.id === 'filter') filterRows(document);
    if (event.target.name === 'arms') showArms();
  });
  document.addEventListener('click', async event => {
    if (event.target.id === 'sign-out') signOut();
    if (event.target.type === 'button') clicks[event.target.name]?.(event.target);
    const link = event.target.closest('a[download]');
    if (!link || !token()) return;
    event.preventDefault();
    const response = await fetch(link.href, {headers: headers()});
    if (!response.ok) return say((await refusalOf(response)).message, 'lost');
    const file = document.createElement('a');
    file.href = URL.createObjectURL(await response.blob());
    file.download = link.download;
    file.click();
    setTimeout(() => URL.revokeObjectURL(file.href), 60000);
  });

  // ---- Start ----------------------------------------------------------------------------------

  const start = () => {
    document.documentElement.classList.add('script');
    tellTimes(document);
    showFields();
    showArms();
    filterRows(document);
    byId('sign-out').hidden = !token();
    if (experiment() !== undefined) watch(experiment());
    else if (byId('experiments')) watchList();
  };
  const show = page => {
    document.title = page.title;
    document.body.replaceChildren(...[...page.body.childNodes].filter(node => node.nodeName !== 'SCRIPT'));
    start();
  };
  setInterval(() => tellTimes(document), 5000);
  if (byId('sign-in') && token()) {
    document.documentElement.classList.add('script');
    fetchPage()
        .then(page => (page.getElementById('sign-in') ? signOut() : show(page)))
        .catch(() => say('the service cannot be reached; reload the page to try again', 'lost'));
  } else {
    start();
  }
})();
