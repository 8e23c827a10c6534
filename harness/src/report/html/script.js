// Steps through executions. Only the rows that can be seen are in the document, so that long ones open as fast as short ones.
(() => {
  "use strict";
  const ROW = 58;
  const one = (query, root = document) => root.querySelector(query);
  const all = (query, root = document) => [...root.querySelectorAll(query)];
  const el = (tag, cls, text) => {
    const e = document.createElement(tag);
    if (cls) e.className = cls;
    if (text !== undefined) e.textContent = text;
    return e;
  };
  const data = (id) => {
    const e = document.getElementById(id);
    return e ? JSON.parse(e.textContent) : null;
  };
  const colour = (thread) => "c" + (thread % 8);
  document.documentElement.classList.add("js");
  const files = data("sources") || [];

  // Words of Java, for colours.
  const WORDS = new Set(("abstract assert boolean break byte case catch char class continue default do double else enum extends final finally float for if " +
    "implements import instanceof int interface long native new package private protected public record return sealed short static super switch " +
    "synchronized this throw throws transient try var void volatile while yield true false null").split(" "));
  const TOKEN = /\/\/.*|\/\*.*?(?:\*\/|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[A-Za-z_$][\w$]*|\d[\w.]*/g;
  // A line with colours; answers whether a comment goes on behind it.
  function paint(into, line, inside) {
    let at = 0;
    const put = (text, cls) => text && into.append(cls ? el("span", cls, text) : text);
    if (inside) {
      const end = line.indexOf("*/");
      if (end < 0) return put(line, "m"), true;
      put(line.slice(0, end + 2), "m");
      at = end + 2;
    }
    TOKEN.lastIndex = at;
    for (let m; (m = TOKEN.exec(line)); ) {
      put(line.slice(at, m.index));
      const t = m[0];
      const comment = t.startsWith("//") || t.startsWith("/*");
      put(t, comment ? "m" : /^["']/.test(t) ? "s" : /^\d/.test(t) ? "d" : WORDS.has(t) ? "k" : "");
      at = m.index + t.length;
      if (t.startsWith("/*") && !(t.length > 3 && t.endsWith("*/"))) return true;
    }
    put(line.slice(at));
    return false;
  }

  // What happens inside the class library, and may be left out.
  const INNER = new Set(["read", "write", "compare-and-set", "lock", "unlock", "wait", "notify", "park", "unpark", "call", "returns", "native", "initialize", "sleep", "wakes"]);

  class Player {
    constructor(root, run) {
      this.root = root;
      this.run = run;
      this.at = 0;
      this.rows = new Map();
      this.codes = new Map();
      this.build();
      this.filter(true);
      this.go(0);
    }
    step(i) {
      const [thread, kind, place, flags, action, values, locks] = this.run.steps[i];
      const p = place < 0 ? null : this.run.places[place];
      return { thread, kind: this.run.kinds[kind], place: p, own: (flags & 1) > 0, last: (flags & 2) > 0, action, values: values || [], locks: locks || [] };
    }
    build() {
      const { root, run } = this;
      const bar = el("div", "bar");
      bar.setAttribute("role", "toolbar");
      bar.setAttribute("aria-label", "steps");
      const button = (text, title, act) => {
        const b = el("button", "", text);
        b.type = "button";
        b.title = title;
        b.setAttribute("aria-label", title);
        b.onclick = act;
        bar.append(b);
      };
      button("|«", "first step (Home)", () => this.go(0));
      button("«", "context switch before ([)", () => this.jump(-1));
      button("‹", "step back (←)", () => this.go(this.at - 1));
      this.count = el("span", "count");
      bar.append(this.count);
      button("›", "step forwards (→)", () => this.go(this.at + 1));
      button("»", "next context switch (])", () => this.jump(1));
      button("»|", "last step (End)", () => this.go(Infinity));
      this.slider = el("input");
      this.slider.type = "range";
      this.slider.min = 1;
      this.slider.setAttribute("aria-label", "step");
      this.slider.oninput = () => this.go(this.slider.value - 1);
      bar.append(this.slider);
      const label = el("label");
      this.box = el("input");
      this.box.type = "checkbox";
      this.box.onchange = () => this.filter(this.box.checked);
      label.append(this.box, "hide the class library", el("kbd", "", "f"));
      label.title = "hide steps and frames of the class library (f)";
      bar.append(label);
      const steps = el("div", "panel steps");
      this.list = el("div", "list");
      this.list.tabIndex = 0;
      this.list.setAttribute("role", "listbox");
      this.list.setAttribute("aria-label", "what happens, a column for each thread");
      this.list.onscroll = () => this.window();
      this.grid = el("div", "grid");
      this.grid.style.setProperty("--n", run.threads.length);
      const heads = el("div", "heads");
      heads.append(el("div"));
      run.threads.forEach((name, t) => {
        const head = el("div", colour(t), name);
        head.title = name;
        heads.append(head);
      });
      this.body = el("div");
      this.body.style.position = "relative";
      this.grid.append(heads, this.body);
      this.list.append(this.grid);
      steps.append(this.list);
      const right = el("div", "right");
      const source = el("div", "panel source");
      this.tabs = el("div", "tabs");
      this.code = el("div", "code");
      this.code.tabIndex = 0;
      this.code.setAttribute("role", "region");
      this.code.setAttribute("aria-label", "source");
      source.append(this.tabs, this.code);
      const state = el("div", "panel");
      this.state = el("div", "state");
      this.said = el("div", "said");
      this.said.setAttribute("aria-live", "polite");
      state.append(this.state, this.said);
      right.append(source, state);
      root.replaceChildren(bar, steps, right);
      this.used = [...new Set(run.places.map((p) => p[0]).filter((f) => f >= 0))];
      new ResizeObserver(() => this.window()).observe(this.list);
    }
    // Which steps are shown.
    filter(hide) {
      const was = this.shown ? this.shown[this.at] : 0;
      this.box.checked = hide;
      one("main").classList.toggle("hide-library", hide);
      this.shown = [];
      this.run.steps.forEach((s, i) => {
        const inner = !(s[3] & 3) && s[2] >= 0 && !this.run.places[s[2]][4] && INNER.has(this.run.kinds[s[1]]);
        if (!hide || !inner) this.shown.push(i);
      });
      this.slider.max = Math.max(1, this.shown.length);
      this.body.style.height = this.shown.length * ROW + "px";
      this.rows.forEach((row) => row.remove());
      this.rows.clear();
      let next = this.shown.findIndex((i) => i >= was);
      if (next < 0) next = this.shown.length - 1;
      this.go(next);
    }
    jump(by) {
      const thread = (n) => this.run.steps[this.shown[n]][0];
      let n = this.at;
      if (by > 0) {
        while (n + 1 < this.shown.length && thread(n + 1) === thread(n)) n++;
        this.go(n + 1);
      } else {
        while (n > 0 && thread(n - 1) === thread(n)) n--;
        this.go(n - 1);
      }
    }
    go(n) {
      this.at = Math.max(0, Math.min(n, this.shown.length - 1));
      if (!this.shown.length) return;
      const top = this.at * ROW;
      const head = this.grid.firstChild.offsetHeight;
      const view = this.list.clientHeight - head;
      if (top < this.list.scrollTop || top + ROW > this.list.scrollTop + view) this.list.scrollTop = Math.max(0, top - view / 2);
      // The column of the thread, too.
      const column = (this.grid.offsetWidth - 46) / this.run.threads.length;
      const left = column * this.run.steps[this.shown[this.at]][0];
      if (left < this.list.scrollLeft || left + 46 + column > this.list.scrollLeft + this.list.clientWidth) this.list.scrollLeft = left;
      this.count.textContent = `step ${this.at + 1} of ${this.shown.length}`;
      this.slider.value = this.at + 1;
      this.root.dataset.step = this.at + 1;
      this.window();
      this.show();
    }
    // Puts the rows that can be seen into the document, and no others.
    window() {
      if (!this.shown) return;
      const height = this.list.clientHeight || 600;
      const from = Math.max(0, Math.floor(this.list.scrollTop / ROW) - 8);
      const to = Math.min(this.shown.length, Math.ceil((this.list.scrollTop + height) / ROW) + 8);
      this.rows.forEach((row, n) => {
        if (n < from || n >= to) {
          row.remove();
          this.rows.delete(n);
        }
      });
      for (let n = from; n < to; n++) {
        let row = this.rows.get(n);
        if (!row) {
          row = this.row(n);
          this.rows.set(n, row);
          this.body.append(row);
        }
        row.classList.toggle("now", n === this.at);
        row.classList.toggle("later", n > this.at);
        row.setAttribute("aria-selected", n === this.at);
        if (n === this.at) this.list.setAttribute("aria-activedescendant", row.id);
      }
    }
    row(n) {
      const s = this.step(this.shown[n]);
      const before = n > 0 ? this.run.steps[this.shown[n - 1]][0] : -1;
      const row = el("div", "row" + (s.last ? " last" : "") + (before >= 0 && before !== s.thread ? " switch" : ""));
      row.id = this.root.id + "-" + n;
      row.style.top = n * ROW + "px";
      row.setAttribute("role", "option");
      row.onclick = () => this.go(n);
      row.append(el("div", "no", n + 1));
      const cell = el("div", "cell " + colour(s.thread));
      if (s.kind === "loop") {
        row.classList.add("rule");
        cell.textContent = "↻ " + s.action;
      } else {
        cell.style.gridColumn = s.thread + 2;
        const src = el("div", "src");
        if (s.place && s.place[1] > 0 && s.kind !== "end") {
          const text = s.place[5];
          const where = this.used.length > 1 || s.place[0] < 0 ? `${s.place[3]}:${s.place[1]} ` : `${s.place[1]} `;
          src.append(el("b", "", where), el("i", "", text === null ? s.place[2] : text));
        } else if (s.place) {
          src.append(el("i", "", s.place[2]));
        }
        cell.append(src, el("div", "act", (s.last ? "✗ " : "") + s.action));
        cell.title = this.run.threads[s.thread] + ": " + s.action;
      }
      row.append(cell);
      return row;
    }
    // All that has happened up to a step.
    fold(until) {
      const values = new Map();
      const locks = new Map();
      const threads = this.run.threads.map(() => ({ place: null, status: "not started" }));
      for (let i = 0; i <= until; i++) {
        const s = this.step(i);
        const t = threads[s.thread];
        if (s.place) t.place = s.place;
        t.status = s.kind === "end" ? "ended" : s.kind === "blocked" || s.kind === "wait" || s.kind === "park" || s.kind === "sleep" || s.kind === "throws" || s.kind === "endless" ? s.action : "runs";
        if (s.kind === "start") {
          const started = this.run.threads.indexOf(s.action.replace(/^starts /, ""));
          if (started >= 0 && threads[started].status === "not started") threads[started].status = "runs";
        }
        for (const [place, value] of s.values) values.delete(place), values.set(place, value);
        for (const [thread, lock, held] of s.locks) held ? locks.set(lock, thread) : locks.delete(lock);
      }
      return { values, locks, threads };
    }
    show() {
      const i = this.shown[this.at];
      const s = this.step(i);
      const { values, locks, threads } = this.fold(i);
      const fresh = new Set(s.values.map(([place]) => place));
      const part = (title) => {
        const section = el("section");
        section.append(el("h3", "", title));
        const table = el("table");
        section.append(table);
        this.state.append(section);
        return table;
      };
      const line = (table, cells, cls) => {
        const tr = el("tr", cls);
        cells.forEach((cell) => {
          const td = el("td");
          td.append(cell);
          tr.append(td);
        });
        table.append(tr);
        return tr;
      };
      const chip = (thread) => el("span", "chip " + colour(thread), this.run.threads[thread]);
      this.state.replaceChildren();
      const who = part("Threads");
      threads.forEach((t, n) => {
        const where = t.place && t.status !== "ended" && t.status !== "not started" ? ` at ${t.place[3]}${t.place[1] > 0 ? ":" + t.place[1] : ""}` : "";
        line(who, [chip(n), t.status + where], n === s.thread ? "new" : "");
      });
      const held = part("Locks held");
      if (!locks.size) line(held, [el("span", "none", "none")]);
      locks.forEach((thread, lock) => line(held, [el("code", "", lock), chip(thread)], s.locks.some((l) => l[1] === lock) ? "new" : ""));
      const known = part("Values");
      if (!values.size) line(known, [el("span", "none", "none yet")]);
      [...values].reverse().forEach(([place, value]) => line(known, [el("code", "", place), el("code", "", value)], fresh.has(place) ? "new" : ""));
      this.said.replaceChildren(chip(s.thread), " " + s.action);
      this.source(s, threads);
    }
    source(s, threads) {
      let file = s.place && s.place[0] >= 0 ? s.place[0] : this.file;
      if (file === undefined || file < 0) file = this.used[0];
      if (file === undefined) {
        this.code.replaceChildren(el("div", "empty", "The source was not found. Name its folder with --source."));
        return;
      }
      this.open(file, s, threads);
    }
    open(file, s, threads) {
      if (this.file !== file) {
        this.file = file;
        this.code.replaceChildren(...this.lines(file));
        this.tabs.replaceChildren(...this.used.map((f) => {
          const tab = el("button", f === file ? "on" : "", files[f].name);
          tab.type = "button";
          tab.title = files[f].path;
          tab.onclick = () => this.open(f, this.step(this.shown[this.at]), this.fold(this.shown[this.at]).threads);
          return tab;
        }));
      }
      all(".at, .now", this.code).forEach((line) => {
        line.className = "sl";
        one(".marks", line).replaceChildren();
        all(".who", line).forEach((who) => who.remove());
      });
      const first = files[file].first;
      let target = null;
      threads.forEach((t, n) => {
        if (!t.place || t.place[0] !== file || t.status === "ended") return;
        const line = this.code.children[t.place[1] - first];
        if (!line) return;
        const mark = el("i", colour(n) + (n === s.thread ? " on" : ""));
        one(".marks", line).append(mark);
        line.append(el("span", "who " + colour(n), "◂ " + this.run.threads[n]));
        if (n === s.thread) {
          line.classList.add("now");
          target = line;
        } else {
          line.classList.add("at", colour(n));
        }
      });
      if (target) {
        const top = target.offsetTop - this.code.offsetTop;
        if (top < this.code.scrollTop + 20 || top > this.code.scrollTop + this.code.clientHeight - 60) this.code.scrollTop = top - this.code.clientHeight / 2;
      }
    }
    lines(file) {
      if (!this.codes.has(file)) {
        let inside = false;
        const lines = files[file].lines.map((text, n) => {
          const line = el("div", "sl");
          const code = el("span");
          inside = paint(code, text, inside);
          line.append(el("span", "marks"), el("span", "n", files[file].first + n), code);
          return line;
        });
        this.codes.set(file, lines);
      }
      return this.codes.get(file);
    }
  }

  const players = new Map();
  let current = null;
  // Shows one of several findings; its steps are read when it is first shown.
  function select(id) {
    const finding = document.getElementById(id) || one(".finding");
    all(".finding").forEach((f) => f.classList.toggle("on", f === finding));
    all(".checks tr").forEach((tr) => tr.classList.toggle("on", !!finding && tr.dataset.finding === finding.id));
    current = null;
    if (!finding) return;
    const root = one(".player", finding);
    const run = root && data("steps-" + finding.id);
    if (run && !players.has(finding.id)) players.set(finding.id, new Player(root, run));
    current = players.get(finding.id) || null;
  }
  all("[data-select]").forEach((link) => link.addEventListener("click", (event) => {
    event.preventDefault();
    history.replaceState(null, "", "#" + link.dataset.select);
    select(link.dataset.select);
  }));
  all("[data-copy]").forEach((button) => button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = "copied";
    } catch {
      getSelection().selectAllChildren(button.previousElementSibling);
    }
  }));
  const theme = one("#theme");
  if (theme) theme.onclick = () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  };
  addEventListener("keydown", (event) => {
    if (!current || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest && event.target.closest("input[type=range], select, textarea")) return;
    const page = Math.max(1, Math.floor(current.list.clientHeight / ROW) - 1);
    const moves = {
      ArrowRight: 1, ArrowDown: 1, j: 1, n: 1, ArrowLeft: -1, ArrowUp: -1, k: -1, p: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity,
    };
    if (event.key in moves) current.go(current.at + moves[event.key]);
    else if (event.key === "]") current.jump(1);
    else if (event.key === "[") current.jump(-1);
    else if (event.key === "f") current.filter(!current.box.checked);
    else return;
    event.preventDefault();
  });
  addEventListener("hashchange", () => select(location.hash.slice(1)));
  select(location.hash.slice(1));
  // When the first picture is there: what the benchmark reads.
  requestAnimationFrame(() => requestAnimationFrame(() => (document.documentElement.dataset.ready = Math.round(performance.now()))));
})();
