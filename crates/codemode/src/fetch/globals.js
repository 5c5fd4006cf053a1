// `fetch`, `Request` and `Response` over the hidden tool. Runs once, before a program that may fetch.
const send = tools["\u0000fetch"];
const define = (name, value) =>
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });

const bodyText = (body, headers) => {
  if (body === undefined || body === null) return null;
  if (body instanceof URLSearchParams) {
    if (!headers.has("content-type")) headers.set("content-type", "application/x-www-form-urlencoded;charset=UTF-8");
    return String(body);
  }
  if (typeof body !== "string") {
    throw new TypeError("the body of a request must be a string or URLSearchParams: use JSON.stringify(data) for JSON");
  }
  if (!headers.has("content-type")) headers.set("content-type", "text/plain;charset=UTF-8");
  return body;
};

class Body {
  #parts;
  #used = false;
  constructor(parts) {
    this.#parts = parts;
  }
  get bodyUsed() {
    return this.#used;
  }
  #take() {
    if (this.#used) throw new TypeError("the body was read already: keep what text() or json() gave, or clone() first");
    this.#used = true;
    return this.#parts;
  }
  async text() {
    const { text, base64, value } = this.#take();
    if (base64 !== undefined) {
      return new TextDecoder().decode(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));
    }
    return value === undefined ? (text ?? "") : JSON.stringify(value);
  }
  async json() {
    const { text, value } = this.#take();
    return value === undefined ? JSON.parse(text ?? "") : value;
  }
  async bytes() {
    const { text, base64, value } = this.#take();
    if (base64 !== undefined) return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    return new TextEncoder().encode(value === undefined ? (text ?? "") : JSON.stringify(value));
  }
  async arrayBuffer() {
    return (await this.bytes()).buffer;
  }
  static copy(of) {
    if (of.#used) throw new TypeError("the body was read already: clone() before reading");
    return of.#parts;
  }
}

class Request extends Body {
  constructor(input, init) {
    init ??= {};
    const from = input instanceof Request ? input : undefined;
    const headers = new Headers(init.headers ?? from?.headers);
    const body = init.body !== undefined ? bodyText(init.body, headers) : from ? Body.copy(from).text : null;
    super({ text: body });
    this.method = String(init.method ?? from?.method ?? "GET").toUpperCase();
    this.url = from ? from.url : new URL(String(input)).href;
    this.headers = headers;
    this.redirect = init.redirect ?? from?.redirect ?? "follow";
  }
  clone() {
    return new Request(this);
  }
}

class Response extends Body {
  constructor(body, init) {
    init ??= {};
    const headers = new Headers(init.headers);
    super(init.parts ?? { text: bodyText(body, headers) });
    this.status = init.status ?? 200;
    this.statusText = init.statusText ?? "";
    this.headers = headers;
    this.url = init.url ?? "";
    this.redirected = init.redirected ?? false;
    this.type = "basic";
  }
  get ok() {
    return this.status >= 200 && this.status < 300;
  }
  clone() {
    const { status, statusText, headers, url, redirected } = this;
    return new Response(null, { status, statusText, headers, url, redirected, parts: Body.copy(this) });
  }
  static json(data, init = {}) {
    const headers = new Headers(init.headers);
    if (!headers.has("content-type")) headers.set("content-type", "application/json");
    return new Response(JSON.stringify(data), { ...init, headers });
  }
}

async function fetch(input, init) {
  const request = new Request(input, init);
  const { url, method, redirect } = request;
  const { text } = Body.copy(request);
  const { status, statusText, headers, redirected, url: finalUrl, ...parts } = await send({
    url, method, redirect, headers: [...request.headers], body: text,
  });
  return new Response(null, { status, statusText, headers, url: finalUrl, redirected, parts });
}

define("fetch", fetch);
define("Request", Request);
define("Response", Response);
