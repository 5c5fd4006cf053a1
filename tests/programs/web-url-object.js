// The shape of URL objects and their live parameters.
const url = new URL("https://h/p?a=1&b=2&a=3#x");
const out = {};
out.tag = Object.prototype.toString.call(url);
out.text = [String(url), `${url}`, url + "", url.toJSON(), JSON.stringify({ url })];
out.same = url.searchParams === url.searchParams;
out.ownKeys = Object.keys(url);
const listed = [];
for (const key in url) listed.push(key);
out.listed = listed.sort();
url.searchParams.append("c", "x y&=");
out.appended = [url.href, url.search];
url.searchParams.delete("a");
out.deleted = url.href;
url.searchParams.set("b", "ü+%");
out.set = url.href;
url.search = "?z=9&y=8";
out.fromSearch = [...url.searchParams];
url.searchParams.sort();
out.sorted = url.search;
url.href = "http://other/?q=1";
out.fromHref = [...url.searchParams];
for (const key of [...url.searchParams.keys()]) url.searchParams.delete(key);
out.emptied = [url.href, url.search, url.searchParams.size];
url.hash = "";
out.noHash = url.href;
url.searchParams.append("k", "");
out.emptyValue = url.href;
try { url.origin = "x"; out.origin = "no error"; } catch (error) { out.origin = error.name; }
try { new URL("nope"); } catch (error) { out.invalid = [error instanceof TypeError, error.name, error.message.startsWith("Invalid URL"), error.code, error.input]; }
try { url.href = "nope"; } catch (error) { out.invalidHref = [error.name, url.href]; }
try { URL("http://a"); } catch (error) { out.call = error.name; }
class Api extends URL { get last() { return this.pathname.split("/").pop(); } }
const api = new Api("/v1/users", "https://api.test");
out.subclass = [api.last, api instanceof URL, api.href, JSON.stringify([api])];
out.lengths = [URL.length, URL.name, URL.canParse.length, URL.parse.length];
out.parsed = [URL.parse("x", "http://a/").href, URL.parse("x"), URL.canParse("x", "y")];
return out;
