// Markdown to HTML for a small subset.
const md = "# Title & more\n\nA *nice* **bold** `code <b>` [link](http://x/?a=1&b=2).\n\n- one\n- two *x*\n\n1. first\n2. second\n\n> quote\n\n```js\nlet a = 1 < 2;\n```\n---";
const esc = (s) => s.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
const inline = (s) => esc(s).replace(/`([^`]+)`/g, "<code>$1</code>").replace(/\*\*(.+?)\*\*/g, "<b>$1</b>").replace(/\*(.+?)\*/g, "<i>$1</i>").replace(/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2">$1</a>');
const blocks = md.split(/\n\n+/).map((block) => {
  let m;
  if ((m = /^(#{1,6}) (.*)$/.exec(block))) return `<h${m[1].length}>${inline(m[2])}</h${m[1].length}>`;
  if (/^- /.test(block)) return `<ul>${block.split("\n").map((l) => `<li>${inline(l.slice(2))}</li>`).join("")}</ul>`;
  if (/^\d+\. /.test(block)) return `<ol>${block.split("\n").map((l) => `<li>${inline(l.replace(/^\d+\. /, ""))}</li>`).join("")}</ol>`;
  if (/^> /.test(block)) return `<q>${inline(block.slice(2))}</q>`;
  if ((m = /^```(\w*)\n([\s\S]*?)\n```(?:\n(---))?$/.exec(block))) return `<pre class="${m[1]}">${esc(m[2])}</pre>${m[3] ? "<hr>" : ""}`;
  return `<p>${inline(block)}</p>`;
});
return blocks;
