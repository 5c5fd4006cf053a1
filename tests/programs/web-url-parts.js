// Parts of many URLs, and what does not parse.
const inputs = [
  "https://user:pa%20ss@Example.COM:8080/a/b/../c%7E?x=1&y=two#frag", "HTTP://EXAMPLE.com", "http://a:80/", "https://a:443/x",
  "https://a:80/x", "ftp://host:21/", "ws://h:80", "wss://h/s?q#h", "file:///C:/Windows/../x", "file://host/p", "file:a",
  "mailto:me@x.org?subject=hi", "data:text/plain,hello world", "javascript:alert(1)", "about:blank", "blob:https://a/uuid",
  "tel:+123", "urn:isbn:0451450523", "custom://Host/Path/../x?Q#H", "custom:/a/b", "custom:a b", "http://192.168.0.1/",
  "http://0x7f.1/", "http://127.1", "http://256.1.1.1", "http://1.2.3", "http://[::1]:3000/", "http://[2001:db8::0:1]",
  "http://[::1", "http://münchen.de/ä?ö=ü#ß", "http://xn--mnchen-3ya.de", "http://日本語.jp", "http://a b/", "http://a%20b/",
  "http://", "http:///a", "http:a", "https:/x/y", "https:\\\\x\\y", "//no-scheme", "/path", "?q", "#h", "", " http://trim.me/ \n",
  "http://a/\tb\nc", "http://a/%zz", "http://a/%2e%2E/b", "http://a/./b/../../c", "http://a?b?c", "http://a#b#c", "http://a/?",
  "http://a/#", "http://a:99999/", "http://a:0/", "http://a:/", "http://a:x/", "http://u@h", "http://u:@h", "http://:p@h",
  "http://@h", "http://a@b@c", "http://h/?a=b'c\"<>` ^|{}", "http://h/a'b\"<>` ^|{}", "http://h/#a'b\"<>` ^|{}", "http://ex_ample.com",
  "http://-a-.com", "http://a..b", "http://a.", "http://.", "1http://a", "ht+tp-.x://a", "http://%41", "http://\u00AD", "http://a\u0000b",
  "https://example.com/\ud83d\ude00?\ud83d\ude00", "https://example.com/\ud800", "non-special://[::1]/", "non-special://a b", "foo://",
  "foo:///", "foo://h?q", "foo:?q#h", "http://a/b/c/d;p?q", "https://EXAMPLE.com./x", "http://1e3", "http://0300.1", "http://08.1",
];
return inputs.map((input) => {
  const url = URL.parse(input);
  if (!url) return [URL.canParse(input), null];
  const { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash } = url;
  return [URL.canParse(input), { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash }];
});
