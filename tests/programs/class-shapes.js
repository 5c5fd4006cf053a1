// An abstract base, polymorphism, static registries.
class Shape {
  static #registry = new Map();
  static register(name, type) { Shape.#registry.set(name, type); return type; }
  static create({ kind, ...options }) { const Type = Shape.#registry.get(kind); if (!Type) throw new RangeError(`unknown shape: ${kind}`); return new Type(options); }
  constructor() { if (new.target === Shape) throw new TypeError("Shape is abstract"); }
  area() { throw new Error(`${this.constructor.name} has no area`); }
  toString() { return `${this.constructor.name}(${this.area().toFixed(2)})`; }
  toJSON() { return { kind: this.constructor.name.toLowerCase(), area: Number(this.area().toFixed(3)) }; }
}
Shape.register("circle", class Circle extends Shape { constructor({ r }) { super(); this.r = r; } area() { return Math.PI * this.r ** 2; } });
Shape.register("rect", class Rect extends Shape { constructor({ w, h = w }) { super(); Object.assign(this, { w, h }); } area() { return this.w * this.h; } get isSquare() { return this.w === this.h; } });
Shape.register("blob", class Blob extends Shape {});
const shapes = [{ kind: "circle", r: 2 }, { kind: "rect", w: 3 }, { kind: "rect", w: 2, h: 5 }].map(Shape.create);
const attempt = (f) => { try { return f(); } catch (e) { return `${e.name}: ${e.message}`; } };
return { texts: shapes.map(String), json: JSON.parse(JSON.stringify(shapes)), squares: shapes.map((s) => s.isSquare ?? null), errors: [attempt(() => new Shape()), attempt(() => Shape.create({ kind: "x" })), attempt(() => Shape.create({ kind: "blob" }).area())], sorted: shapes.toSorted((a, b) => a.area() - b.area()).map((s) => s.constructor.name) };
