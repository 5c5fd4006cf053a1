// A repository with indexes, unit of work and optimistic locking.
class ConflictError extends Error { constructor(id, expected, found) { super(`record ${id}: expected version ${expected}, found ${found}`); this.name = this.constructor.name; Object.assign(this, { id, expected, found }); } }
class Repo {
  #rows = new Map(); #indexes = new Map();
  addIndex(field) { this.#indexes.set(field, new Map()); return this; }
  save({ version = 0, ...row }) {
    const current = this.#rows.get(row.id)?.version ?? 0;
    if (version !== current) throw new ConflictError(row.id, version, current);
    const saved = Object.freeze({ ...row, version: version + 1 });
    for (const [field, index] of this.#indexes) {
      const old = this.#rows.get(row.id);
      if (old) index.get(old[field])?.delete(row.id);
      (index.get(row[field]) ?? index.set(row[field], new Set()).get(row[field])).add(row.id);
    }
    this.#rows.set(row.id, saved);
    return saved;
  }
  by(field, value) { return [...(this.#indexes.get(field)?.get(value) ?? [])].map((id) => this.#rows.get(id)); }
  *where(test) { for (const row of this.#rows.values()) if (test(row)) yield row; }
}
const repo = new Repo().addIndex("team");
const a = repo.save({ id: 1, team: "x", n: 5 }); repo.save({ id: 2, team: "x", n: 7 });
const moved = repo.save({ ...a, team: "y" });
let conflict; try { repo.save({ ...a, n: 0 }); } catch (error) { conflict = [error instanceof ConflictError, error.name, error.message, error.found]; }
let frozen; try { moved.n = 9; } catch (error) { frozen = error.name; }
return { x: repo.by("team", "x").map((r) => r.id), y: repo.by("team", "y"), big: [...repo.where((r) => r.n > 5)].length, conflict, frozen };
