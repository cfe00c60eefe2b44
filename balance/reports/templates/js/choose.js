{
  // <select data-chooser="GROUP"> or a fieldset of radio buttons; <… data-choice="GROUP:VALUE"> is shown while chosen.
  const choosers = Map.groupBy(document.querySelectorAll("[data-chooser]"), (one) => one.dataset.chooser);
  const choices = Map.groupBy(document.querySelectorAll("[data-choice]"), (one) => one.dataset.choice);
  const chosen = new Map();

  const value = (chooser) =>
    chooser.matches("select") ? chooser.value : (chooser.querySelector(":checked") ?? chooser.querySelector("input"))?.value;

  const set = (chooser, to) => {
    if (chooser.matches("select")) chooser.value = to;
    else for (const input of chooser.querySelectorAll("input")) input.checked = input.value === to;
  };

  const show = (group, to, hidden) => {
    for (const one of choices.get(`${group}:${to}`) ?? []) one.hidden = hidden;
  };

  const choose = (group, to) => {
    if (chosen.get(group) === to) return;
    show(group, chosen.get(group), true);
    show(group, to, false);
    chosen.set(group, to);
    for (const chooser of choosers.get(group) ?? []) set(chooser, to);
    document.dispatchEvent(new CustomEvent("chosen", { detail: { group, value: to } }));
  };

  // An address shows what it points to: chooses it, opens what it is folded in, and scrolls there.
  const follow = () => {
    let id = location.hash.slice(1);
    try {
      id = decodeURIComponent(id);
    } catch { /* taken as it is */ }
    const [, group, to] = /^([^-]+)-(.+)$/.exec(id) ?? [];
    if (choices.has(`${group}:${to}`)) choose(group, to);
    const target = document.getElementById(id) ?? choices.get(`${group}:${to}`)?.[0];
    for (let one = target; one; one = one.parentElement) {
      if (one.dataset.choice) choose(...one.dataset.choice.split(/:(.*)/s, 2));
      if (one.matches("details")) one.open = true;
    }
    target?.scrollIntoView();
  };

  for (const [key, listed] of choices) {
    if (choosers.has(key.split(":", 1)[0])) for (const one of listed) one.hidden = true;
  }
  for (const [group, listed] of choosers) {
    const first = value(listed[0]);
    if (first !== undefined) choose(group, first);
  }
  document.documentElement.classList.add("ready");
  document.addEventListener("change", ({ target }) => {
    const chooser = target.closest("[data-chooser]");
    if (!chooser) return;
    const group = chooser.dataset.chooser;
    choose(group, value(chooser));
    if (document.getElementById(`${group}-${value(chooser)}`)) {
      try {
        history.replaceState(null, "", `#${group}-${value(chooser)}`);
      } catch { /* then the address stays */ }
    }
  });
  // A link to where the address already points leads there all the same.
  document.addEventListener("click", ({ target }) => {
    const link = target.closest("a[href^='#']");
    if (link && link.hash === location.hash) follow();
  });
  addEventListener("hashchange", follow);
  if (location.hash) follow();
}
