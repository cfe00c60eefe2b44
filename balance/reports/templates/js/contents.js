{
  // Every heading can be linked to, and the list of contents marks where the reader is.
  for (const place of document.querySelectorAll("main section[id], main h3[id]")) {
    const heading = place.matches("section") ? place.querySelector("h2, h3") : place;
    if (!heading) continue;
    const link = document.createElement("a");
    link.className = "anchor";
    link.href = `#${place.id}`;
    link.textContent = "#";
    link.setAttribute("aria-label", `Link to “${heading.textContent.trim()}”`);
    heading.append(" ", link);
  }
  const links = new Map([...document.querySelectorAll(".contents a")].map((link) => [link.hash.slice(1), link]));
  const inside = new Set();
  const mark = () => {
    const current = [...links.keys()].find((id) => inside.has(id));
    if (current === undefined) return;
    for (const [id, link] of links) {
      if (id === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) inside.add(target.id);
        else inside.delete(target.id);
      }
      mark();
    },
    { rootMargin: "-10% 0px -70% 0px" },
  );
  for (const id of links.keys()) {
    const section = document.getElementById(id);
    if (section) watch.observe(section);
  }
}
