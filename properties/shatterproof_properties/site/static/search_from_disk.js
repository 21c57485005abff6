// Summaries of what searching finds, also where the pages are opened from a disk: there no page may load another.

if (location.protocol === "file:" && document.querySelector("#search-results")) {
  const named = (address) => new URL(address, document.baseURI).pathname;
  window.fetch = async (address) => {
    const root = named(document.documentElement.dataset.content_root);
    const page = named(address).slice(root.length).replace(/\.html$/, "");
    const text = document.createElement("div");
    text.textContent = TEXTS[decodeURI(page)] ?? "";
    return new Response(`<div role="main">${text.innerHTML}</div>`);
  };
}
