  // Larger tables can be sorted and filtered; each is made so when it comes near the screen.
  const control = (label, element) => {
    const line = document.createElement("label");
    line.append(`${label} `, element);
    return line;
  };

  // Numbers by value; a cell without one comes last, whichever way the column is sorted.
  const by = (sign) => (one, other) =>
    one === null || other === null ? (one === null) - (other === null) : sign * (one - other);
  Object.assign(DataTable.ext.type.order, {
    "value-pre": (text) => (text === "" ? null : Number(text)),
    "value-asc": by(1),
    "value-desc": by(-1),
  });

  const make = (box) => {
    const element = box.querySelector("table");
    const heads = [...element.tHead.rows[0].cells];
    const numbers = heads.flatMap((head, at) => (head.hasAttribute("data-number") ? [at] : []));
    const table = new DataTable(element, {
      autoWidth: false,
      columnDefs: [{ targets: numbers, type: "value" }, { targets: "_all", type: "html" }],
      language: { zeroRecords: "No row fits." },
      layout: { topStart: null, topEnd: null, bottomStart: null, bottomEnd: null },
      order: [],
      paging: false,
    });
    const line = document.createElement("div");
    line.className = "filters";
    const search = document.createElement("input");
    search.type = "search";
    search.addEventListener("input", () => table.search(search.value).draw());
    if (element.tBodies[0].rows.length > 14 || element.tHead.querySelector("[data-choices]")) line.append(control("Search", search));
    heads.forEach((head, at) => {
      if (!head.hasAttribute("data-choices")) return;
      const select = document.createElement("select");
      const values = [...new Set([...element.tBodies[0].rows].map((row) => row.cells[at].textContent.trim()))];
      select.append(new Option("all", ""), ...values.sort().map((value) => new Option(value, value)));
      select.addEventListener("change", () => {
        const wanted = select.value;
        table.column(at).search(wanted && ((text) => text.trim() === wanted)).draw();
      });
      line.append(control(head.textContent.trim(), select));
    });
    box.prepend(line);
  };

  const waiting = new Set(document.querySelectorAll("[data-sortable]"));
  const ready = (box) => {
    near.unobserve(box);
    if (waiting.delete(box)) make(box);
  };
  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) ready(target);
    },
    { rootMargin: "600px" },
  );
  for (const box of waiting) near.observe(box);

  // A jump must not land short because tables above its target grow a line of filters on the way.
  const land = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (const box of [...waiting])
      if (box.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) ready(box);
    target.scrollIntoView();
  };
  addEventListener("hashchange", land);
  land();
