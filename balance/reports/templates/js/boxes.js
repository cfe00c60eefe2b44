{
  // A box that scrolls sideways fades where more is to come.
  const look = (box) => box.toggleAttribute("data-more", box.scrollWidth - box.clientWidth - box.scrollLeft > 2);
  const watch = new ResizeObserver((entries) => entries.forEach(({ target }) => look(target.closest(".scroll"))));
  for (const box of document.querySelectorAll(".scroll")) {
    watch.observe(box);
    if (box.firstElementChild) watch.observe(box.firstElementChild); // laid out only when it comes near
    box.addEventListener("scroll", () => look(box), { passive: true });
  }
}
