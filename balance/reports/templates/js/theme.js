{
  // One button: as the device is set, then light, then dark.
  const page = document.documentElement;
  const button = document.querySelector("[data-theme-button]");
  const next = { "": "light", light: "dark", dark: "" };
  const shown = () => {
    button.textContent = `Colours: ${page.dataset.theme || "as your device"}`;
  };
  if (button) {
    button.addEventListener("click", () => {
      const theme = next[page.dataset.theme || ""];
      if (theme) page.dataset.theme = theme;
      else delete page.dataset.theme;
      try {
        localStorage.setItem("balance-theme", theme);
      } catch { /* it holds until the page is closed */ }
      shown();
    });
    shown();
  }
}
