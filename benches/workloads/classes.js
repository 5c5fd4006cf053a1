class Shape {
  #area = 0;
  constructor(name) { this.name = name; }
  get area() { return this.#area; }
  set area(value) { this.#area = value; }
  grow(by) { this.#area += by; return this; }
}
class Box extends Shape {
  constructor(width, height) { super('box'); this.width = width; this.height = height; this.area = width * height; }
  grow(by) { super.grow(by * 2); return this; }
}
class Cube extends Box {
  constructor(side) { super(side, side); this.side = side; }
  volume() { return this.area * this.side; }
}
function main() {
  let total = 0;
  for (let i = 0; i < 100000; i++) {
    const cube = new Cube(i % 10);
    total += cube.grow(3).volume();
  }
  return total;
}
