{
  // One small box for every element with data-tip: on hover, on focus, on a tap.
  const box = document.createElement("div");
  box.className = "tip";
  box.id = "tip";
  box.setAttribute("role", "tooltip");
  box.hidden = true;
  document.body.append(box);
  let owner = null;

  const hide = () => {
    owner?.removeAttribute("aria-describedby");
    owner = null;
    box.hidden = true;
  };

  const place = () => {
    if (!owner) return;
    const at = owner.getBoundingClientRect();
    box.hidden = at.bottom < 0 || at.top > innerHeight; // until it is scrolled into view, as focus does
    if (box.hidden) return;
    const room = document.documentElement.clientWidth - box.offsetWidth - 8;
    const above = at.top - box.offsetHeight - 6;
    box.style.left = `${Math.max(8, Math.min(at.left + at.width / 2 - box.offsetWidth / 2, room))}px`;
    box.style.top = `${above > 4 ? above : at.bottom + 6}px`;
  };

  const show = (element) => {
    if (element === owner) return;
    hide();
    if (!element) return;
    owner = element;
    box.textContent = element.dataset.tip;
    if (element.matches(":focus")) element.setAttribute("aria-describedby", "tip");
    place();
  };

  const tipped = ({ target }) => (target instanceof Element ? target.closest("[data-tip]") : null);
  document.addEventListener("pointerover", (event) => show(tipped(event)));
  document.addEventListener("focusin", (event) => show(tipped(event)));
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
  document.addEventListener("scroll", place, { capture: true, passive: true });
}
