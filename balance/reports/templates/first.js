{
  // Before anything is drawn: what only scripts can do is shown, and the reader's own choice of colours holds.
  const page = document.documentElement;
  page.classList.add("scripted");
  try {
    const theme = localStorage.getItem("balance-theme");
    if (theme === "light" || theme === "dark") page.dataset.theme = theme;
  } catch { /* a browser may forbid a local file to remember anything */ }
}
