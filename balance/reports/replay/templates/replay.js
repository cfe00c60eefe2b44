"use strict";
(() => {
  const data = JSON.parse(document.getElementById("frames").textContent);
  const frames = [];
  for (const change of data.frames) frames.push(Object.assign({}, frames[frames.length - 1], change));
  const last = frames.length - 1;
  const one = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const moves = all("#moves li"), parts = all("#jumps button"), sides = all(".side");
  const slider = one("#slider"), open = one("#open"), player = one("#play"), list = one("#moves ol");
  let step = 0, timer = 0;

  const element = (name, kind, text) => {
    const made = document.createElement(name);
    if (kind) made.className = kind;
    if (text !== undefined) made.textContent = text;
    return made;
  };

  function glyph(card) {
    const symbol = data.symbols.indexOf(card.split(" ").slice(2).join(" "));
    if (symbol < 0) return null;
    const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#glyph-${symbol % 6}`);
    drawn.setAttribute("class", `ink-${symbol % 6}`);
    drawn.setAttribute("aria-hidden", "true");
    drawn.append(use);
    return drawn;
  }

  function card(name, kind = "", note = "") {
    const item = element("li", kind), label = element("bdi", "", name), drawn = glyph(name);
    if (drawn) item.append(drawn);
    item.append(label);
    if (note) item.append(element("small", "", note));
    return item;
  }

  function fill(place, items) {
    place.replaceChildren(...(items.length ? items : [element("li", "nothing", "none")]));
  }

  function showRegion(region, r, now) {
    const tile = now.tiles[r], seen = tile && (now.other_known || open.checked);
    one(".value", region).textContent = tile ? tile[0] : "–";
    one(".tile", region).classList.toggle("gone", !tile);
    const other = one(".other", region);
    other.textContent = tile ? (seen ? tile[1] : "?") : "";
    other.title = tile ? `${now.season === "dark" ? "light" : "dark"} side: ${seen ? tile[1] : "not known"}` : "";
    data.sides.forEach((side, s) => {
      const row = one(`.cubes.${side}`, region), count = now.cubes[s][r], change = now.change[s][r];
      one(".number", row).textContent = count;
      row.classList.toggle("empty", count === 0);
      const pile = one(".pile", row);
      while (pile.childElementCount > Math.max(count, 0)) pile.lastChild.remove();
      while (pile.childElementCount < count) pile.append(element("span", `cube ${side}`));
      [...pile.children].forEach((cube, i) => cube.classList.toggle("fresh", i >= count - change));
      one(".change", row).textContent = change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "";
    });
    const scored = now.mark.scored && now.mark.scored[r];
    one(".scored", region).textContent = !scored ? ""
      : scored[0] === null ? "nobody scores" : `${data.names[scored[0]]} +${scored[1]}`;
    const marked = now.mark.regions.includes(r);
    region.classList.toggle("marked", marked);
    one(`[data-shape="${r}"]`).classList.toggle("marked", marked);
    if (marked && now.mark.regions.length === 1 || now.mark.arrow && now.mark.arrow[1] === r) {
      one(".ring").setAttribute("points", one(`[data-shape="${r}"]`).getAttribute("points"));
    }
  }

  function drawArrow() {
    const box = one(".arrows").getBoundingClientRect(), mark = frames[step].mark;
    for (const line of all(".arrows > line")) {
      line.toggleAttribute("hidden", !mark.arrow);
      if (!mark.arrow) continue;
      const place = point => [point[0] / 100 * box.width, point[1] / 100 * box.height];
      const [from, to] = mark.arrow.map(r => place(data.middles[r]));
      const crossing = data.crossings[mark.arrow[0]][mark.arrow[1]];  // short, over the edge that is crossed
      const middle = crossing ? place(crossing) : [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
      const half = crossing ? Math.min(0.2 * long, 44) : 0.3 * long;
      const [x, y] = [0, 1].map(i => (to[i] - from[i]) / long * half);
      line.setAttribute("x1", middle[0] - x), line.setAttribute("y1", middle[1] - y);
      line.setAttribute("x2", middle[0] + x), line.setAttribute("y2", middle[1] + y);
    }
    one(".arrows").classList.toggle("both", Boolean(mark.both));
  }

  function slotCard(now, s, slot) {
    const court = slot === 5, shut = court && !now.turned_up[s] && !open.checked;
    const played = now.played[s].includes(slot), unused = now.unused[s].includes(slot);
    const name = court ? (shut ? "face down" : now.court[s]) : now.cards[slot];
    const active = now.mark.slot === slot && now.acting === s;
    const kind = [played && !active && "played", unused && "unused", active && "active", shut && "down", court && "own-court"];
    const notes = [court && "court", court && !shut && !now.turned_up[s] && "face down", unused && "unused", played && !active && "played"];
    return card(name, kind.filter(Boolean).join(" "), notes.filter(Boolean).join(", "));
  }

  function showSide(panel, s, now) {
    one(".score", panel).textContent = now.score[s];
    one(".supply", panel).textContent = now.supply[s];
    panel.classList.toggle("acting", now.acting === s);
    const first = now.token_to === null ? "" : now.token_to === s ? "goes second" : "goes first";
    one(".badge", panel).textContent = now.acting === s && now.turn !== null ? "on turn" : now.acting === s ? "decides" : first;
    fill(one(".hand", panel), now.hands[s].map(slot => slotCard(now, s, slot)));
    const unseen = [...now.court_hands[s]];
    const items = unseen.map(name => card(name));
    if (open.checked && now.court[s] !== null && !now.turned_up[s]) {
      items[unseen.indexOf(now.court[s])]?.classList.add("active");
    }
    fill(one(".court", panel), items);
  }

  function showPiles(now) {
    const dealt = now.cards.length > 0, split = now.token_pile !== null;
    one(".piles .pile-list").hidden = !dealt;
    one(".piles .none").hidden = dealt;
    const token = split ? now.token_pile : [], rest = now.cards.map((_, i) => i).filter(i => !token.includes(i));
    const owner = s => s === null ? "" : `to ${data.names[s]}`;
    const whose = now.token_to === null ? [null, null] : [now.token_to, 1 - now.token_to];
    all(".piles .to").forEach((place, i) => { place.textContent = owner(whose[i]); });
    one(".piles").classList.toggle("unsplit", dealt && !split);
    fill(one(".token-pile"), token.map(slot => card(now.cards[slot])));
    fill(one(".other-pile"), rest.map(slot => card(now.cards[slot])));
    for (const deck of all("[data-deck]")) {
      fill(deck, now.decks[deck.dataset.deck].map(([name, count]) => card(name, "", `× ${count}`)));
    }
  }

  function say(now) {
    const told = one(".seen", moves[step]), shut = one(".shut", moves[step]);
    const text = told ? (open.checked ? told : shut).textContent : moves[step].textContent.trim();
    const season = now.round ? `Round ${now.round} of ${data.rounds} · ${now.season} side of the tiles` : "Set-up";
    const turn = now.turn === null ? "" : ` · ${data.names[now.turn]}'s turn`;
    one("#where").textContent = now.over ? "The game is over" : season + turn;
    const who = "subject" in moves[step].dataset ? `${data.names[now.acting]} ` : "";
    one("#say").textContent = who + text;
    one("#say").dataset.by = now.acting === null ? "" : data.sides[now.acting];
  }

  function show(number, { keep = true } = {}) {
    step = Math.min(Math.max(Math.round(number) || 0, 0), last);
    const now = frames[step];
    document.documentElement.classList.toggle("open", open.checked);
    one(".ring").setAttribute("points", "");
    all(".region").forEach((region, r) => showRegion(region, r, now));
    drawArrow();
    sides.forEach((panel, s) => showSide(panel, s, now));
    showPiles(now);
    say(now);
    moves.forEach((move, i) => {
      if (i === step) one("a", move).setAttribute("aria-current", "step");
      else one("a", move).removeAttribute("aria-current");
      move.classList.toggle("ahead", i > step);
    });
    const item = moves[step];
    list.scrollTop = item.offsetTop - list.offsetTop - (list.clientHeight - item.offsetHeight) / 2;
    slider.value = step;
    slider.setAttribute("aria-valuetext", `step ${step} of ${last}`);
    one("#count").textContent = `Step ${step} of ${last}`;
    for (const part of parts) {
      const here = step >= Number(part.dataset.step) && step < Number(part.dataset.until);
      if (here) part.setAttribute("aria-current", "true");
      else part.removeAttribute("aria-current");
    }
    for (const button of all("[data-go]")) {
      const back = /first|back/.test(button.dataset.go);
      button.setAttribute("aria-disabled", String(back ? step === 0 : step === last));
    }
    if (!keep) return;
    try {
      history.replaceState(null, "", `#step-${step}`);
    } catch {
      // some browsers refuse when it is changed very often; the next step changes it again
    }
  }

  function halt() {
    clearInterval(timer);
    timer = 0;
    player.setAttribute("aria-pressed", "false");
  }

  function go(where) {
    const starts = parts.map(part => Number(part.dataset.step));
    const targets = {
      first: 0, last, back: step - 1, next: step + 1,
      "round-back": starts.filter(start => start < step).pop() ?? 0,
      "round-next": starts.find(start => start > step) ?? last,
    };
    halt();
    show(targets[where]);
  }

  const fromAddress = () => Number((/^#step-(\d+)$/.exec(location.hash) || [0, step])[1]);

  for (const button of all("[data-go]")) button.addEventListener("click", () => go(button.dataset.go));
  for (const part of parts) part.addEventListener("click", () => { halt(); show(Number(part.dataset.step)); });
  slider.addEventListener("input", () => { halt(); show(Number(slider.value)); });
  open.addEventListener("change", () => show(step));
  player.addEventListener("click", () => {
    if (timer) return halt();
    player.setAttribute("aria-pressed", "true");
    if (step === last) show(0);
    timer = setInterval(() => { show(step + 1); if (step === last) halt(); }, 1400);
  });
  addEventListener("hashchange", () => { halt(); show(fromAddress()); });
  addEventListener("resize", drawArrow);
  addEventListener("keydown", event => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const keys = {
      ArrowLeft: event.shiftKey ? "round-back" : "back", ArrowRight: event.shiftKey ? "round-next" : "next",
      Home: "first", End: "last",
    };
    if (!(event.key in keys)) return;
    event.preventDefault();
    go(keys[event.key]);
  });
  show(fromAddress(), { keep: false });
})();
