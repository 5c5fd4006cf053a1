const esc = (s) => s.replace(/[&<>"']/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[c]);
out(() => esc(`<a href="x">'&'</a>`)); const md = (s) => s.replace(/^(#{1,6}) (.*)$/gm, (_, h, t) => `<h${h.length}>${t}</h${h.length}>`).replace(/\*\*(.+?)\*\*/g, "<b>$1</b>").replace(/`([^`]+)`/g, "<code>$1</code>");
out(() => md("# Hi\n## Sub **bold** `code`\ntext"));
out(() => "<p>a</p><b>c</b>".match(/<(\w+)>.*?<\/\1>/g));
out(() => "<p>x &amp; y</p>".replace(/<[^>]+>/g, "").replace(/&amp;/g, "&"));
out(() => "a|b\n-|-\n1|2".split("\n").map((l) => l.split("|")));
out(() => [..."x=1, y = 22 ,z=333".matchAll(/(\w+)\s*=\s*(\d+)/g)].map(([, k, v]) => [k, +v]));
