#include "serve/script.hpp"

namespace mirador::cli {

std::string_view script() {
  return R"js('use strict';
// Keeps the page up to date, and sends what its forms hold. The page can be read without it.
(() => {
  const main = document.querySelector('main');
  const name = main.dataset.experiment;
  const here = name === undefined ? null : '/v1/experiments/' + encodeURIComponent(name);
  const line = document.getElementById('live');
  const say = text => { if (line && line.textContent !== text) line.textContent = text; };
  const headers = more => {
    const token = sessionStorage.getItem('mirador-token');
    return token ? {...more, Authorization: 'Bearer ' + token} : {...more};
  };

  const complaint = async response => {
    if (response.status === 401) { sessionStorage.removeItem('mirador-token'); location.reload(); }
    try {
      const problem = await response.json();
      return (problem.field ? problem.field + ': ' : '') + problem.detail;
    } catch { return 'the service answered ' + response.status; }
  };
  const send = async (path, body, more) => {
    const response = await fetch(path, {method: 'POST', body: JSON.stringify(body),
                                        headers: headers({'Content-Type': 'application/json', ...more})});
    if (!response.ok) throw new Error(await complaint(response));
    return response.json();
  };

  // A form shows its own outcome; the fields keep what was typed if it was refused.
  const on = (form, act) => form && form.addEventListener('submit', async event => {
    event.preventDefault();
    const output = form.querySelector('output'), button = form.querySelector('button');
    button.disabled = true;
    try {
      output.textContent = await act(new FormData(form)) || '';
      output.className = '';
    } catch (error) {
      output.textContent = error instanceof TypeError ? 'the service cannot be reached; try again' : error.message;
      output.className = 'wrong';
    }
    button.disabled = false;
  });

  // The same document, with what is on the server now.
  const load = async () => {
    const response = await fetch(location.pathname, {headers: headers({})});
    if (!response.ok) throw new Error(await complaint(response));
    return new DOMParser().parseFromString(await response.text(), 'text/html');
  };
  const redraw = async () => {
    const fresh = (await load()).getElementById('report'), old = document.getElementById('report');
    if (!fresh || !old) return;
    const open = new Set([...old.querySelectorAll('details[open] > summary')].map(s => s.textContent));
    for (const summary of fresh.querySelectorAll('summary')) {
      if (open.has(summary.textContent)) summary.parentElement.open = true;
    }
    old.replaceChildren(...fresh.childNodes);
  };
  // At most one drawing at a time and one every second.
  let drawing = false, again = false;
  const draw = async () => {
    if (drawing) { again = true; return; }
    drawing = true;
    try { await redraw(); } catch { /* the stream says that the service is away */ }
    setTimeout(() => { drawing = false; if (again) { again = false; draw(); } }, 1000);
  };

  const ticketRow = ({ticket, arm}) => {
    const row = document.getElementById('ticket-row').content.firstElementChild.cloneNode(true);
    row.dataset.ticket = ticket;
    row.querySelector('.arm').textContent = arm;
    row.querySelector('.number').textContent = ticket;
    const input = row.querySelector('input');
    input.setAttribute('aria-label', 'result of ticket ' + ticket + ' for ' + arm);
    on(row, async form => {
      const done = await send(here + '/tell', {ticket, value: number(form.get('value'))});
      row.remove();
      return done.phase;
    });
    row.querySelector('.abandon').addEventListener('click', async () => {
      try { await send(here + '/abandon', {ticket}); row.remove(); }
      catch (error) { row.querySelector('output').textContent = error.message; }
    });
    return row;
  };
  const number = text => {
    const value = Number(String(text).trim().replace(',', '.'));
    if (String(text).trim() === '' || !Number.isFinite(value)) throw new Error('value: give a number');
    return value;
  };
  // Rows that stay are not touched, so that what is being typed stays too.
  const showTickets = open => {
    const list = document.getElementById('tickets');
    if (!list) return;
    const wanted = new Map(open.slice(0, 100).map(one => [String(one.ticket), one]));
    for (const row of [...list.children]) {
      if (!wanted.delete(row.dataset.ticket)) row.remove();
    }
    for (const one of wanted.values()) list.append(ticketRow(one));
    document.getElementById('no-tickets').hidden = open.length > 0;
  };

  const events = async () => {
    const response = await fetch(here + '/stream', {headers: headers({}), cache: 'no-store'});
    if (!response.ok) throw new Error(await complaint(response));
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const {value, done} = await reader.read();
      if (done) return;
      text += value;
      for (let end; (end = text.indexOf('\n\n')) >= 0; text = text.slice(end + 2)) {
        const data = text.slice(0, end).split('\n').filter(l => l.startsWith('data: ')).map(l => l.slice(6));
        if (data.length === 0) continue;
        const status = JSON.parse(data.join('\n'));
        say('live');
        showTickets(status.open);
        draw();
      }
    }
  };
  const follow = async () => {
    for (let wait = 500;; wait = Math.min(2 * wait, 10000)) {
      const began = Date.now();
      try { await events(); } catch { /* tried again below */ }
      if (Date.now() - began > 5000) wait = 500;
      say('connection lost; trying again');
      await new Promise(done => setTimeout(done, wait));
    }
  };

  on(document.getElementById('sign-in'), async form => {
    sessionStorage.setItem('mirador-token', form.get('token').trim());
    const page = await load();
    if (page.getElementById('sign-in')) { sessionStorage.removeItem('mirador-token'); throw new Error('this token is not valid'); }
    show(page);
  });
  const show = page => {
    document.title = page.title;
    document.body.replaceChildren(...page.body.childNodes);
    for (const script of document.querySelectorAll('script[src]')) script.remove();
    const script = document.createElement('script');
    script.src = '/mirador.js';
    document.body.append(script);
  };

  on(document.getElementById('ask'), async form => {
    const {tickets, phase} = await send(here + '/ask', {count: Number(form.get('count'))});
    return tickets.length === 0 ? 'no tickets: ' + phase : tickets.map(t => t.ticket + ' for ' + t.arm).join(', ');
  });
  on(document.getElementById('observe'), async form => {
    await send(here + '/observe', {arm: form.get('arm'), value: number(form.get('value'))});
    document.querySelector('#observe [name=value]').value = '';
    return 'noted';
  });
  on(document.getElementById('begin'), async form => {
    const arms = form.get('arms').split(',').map(arm => arm.trim()).filter(arm => arm !== '');
    const spec = {
      name: form.get('name').trim(), mirador_spec: Number(form.get('edition')), arms,
      question: {name: 'best-arm', direction: form.get('direction'), margin: 0.0},
      delta: number(form.get('delta')), seed: 1,
    };
    const family = form.get('family');
    if (form.get('rounds')) spec.rounds = {family: {name: family === 'normal' ? 'symmetric' : family,
                                                    ...(family === 'normal' ? {compare: 'mean'} : {})}};
    else { spec.family = {name: family}; spec.rule = 'lma'; spec.stopping = 'mixture'; }
    if (form.get('max_samples')) spec.max_samples = number(form.get('max_samples'));
    const made = await send('/v1/experiments', spec);
    location.assign('/experiments/' + encodeURIComponent(made.name));
    return 'begun';
  });
  for (const link of document.querySelectorAll('a[download]')) {
    link.addEventListener('click', async event => {
      if (!sessionStorage.getItem('mirador-token')) return;
      event.preventDefault();
      const response = await fetch(link.href, {headers: headers({})});
      const target = document.createElement('a');
      target.href = URL.createObjectURL(await response.blob());
      target.download = link.download;
      target.click();
    });
  }

  if (document.getElementById('sign-in')) {
    if (sessionStorage.getItem('mirador-token')) {
      load().then(page => page.getElementById('sign-in') ? sessionStorage.removeItem('mirador-token') : show(page))
            .catch(() => say('the service cannot be reached'));
    }
  } else if (here) {
    follow();
  } else {
    setInterval(() => redraw().then(() => say('live'), () => say('connection lost; trying again')), 2000);
  }
})();
)js";
}

}  // namespace mirador::cli
