// Every setter with many values on several URLs.
const starts = ["https://user:pw@example.com:8080/p/a?q=1#h", "http://h/", "file:///x", "mailto:a@b", "custom://h:1/p", "custom:/p", "ftp://h"];
const values = {
  href: ["http://new/x?y#z", "mailto:q"],
  protocol: ["http", "https:", "ftp:", "file:", "custom", "h ttp", "", "wss:rest", "1x", "ftp:80"],
  username: ["me", "", "a b", "ü:@/", "%41"],
  password: ["pw", "", "a b", "ü:@/", "%41"],
  host: ["other", "other:90", "h:443", "a b", "", "[::1]:5", "x/y", "x?z", "x#z", "h:", "h:abc", "h:70000", "ü.de", "127.1", "u@h", "\\x"],
  hostname: ["other", "other:90", "", "[::1]", "x/y", "ü.de", "a%20b", "0x10"],
  port: ["80", "443", "", "8080abc", "abc", "-1", "65536", "0", " 5", "21", "00090", "5 "],
  pathname: ["/x/y", "x", "", "/a b", "/../q", "/ü?#", "\\z", "//h", "/%2e%2e/k", "a/./b"],
  search: ["?a=b", "a=b", "", "?", "ü", "a'b\"<>", "x#y", "??z"],
  hash: ["#a", "a", "", "#", "ü", "a b`\"<>", "##z"],
};
const rows = [];
for (const start of starts) {
  for (const [part, list] of Object.entries(values)) {
    for (const value of list) {
      if (start.startsWith("file:") && value === "//h") continue;
      const url = new URL(start);
      url[part] = value;
      rows.push([start, part, value, url.href]);
    }
  }
}
return rows;
