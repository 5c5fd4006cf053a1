// A program as models write them; see what it returns.
await outAsync(async () => {
const A = new Set([1, 2, 3, 4]), B = new Set([3, 4, 5]), M = new Map([[1, 'x'], [9, 'y']]);
const arr = s => [...s];
const setLike = { size: 2, has: x => x === 2 || x === 7, keys: () => [2, 7].values() };
let err = []; for (const bad of [[1], null, { size: NaN, has() {}, keys() {} }, { size: -1, has() {}, keys() {} }, { size: 1, has: 1 }]) try { A.union(bad); err.push('ok'); } catch (e) { err.push(e.name); }
return [arr(A.union(B)), arr(A.intersection(B)), arr(A.difference(B)), arr(A.symmetricDifference(B)), A.isSubsetOf(B), new Set([3]).isSubsetOf(B), A.isSupersetOf(new Set([1])), A.isDisjointFrom(new Set([8])), arr(A.intersection(M)), arr(A.union(M)), arr(A.union(setLike)), arr(A.difference(setLike)), arr(A.symmetricDifference(setLike)), err, arr(new Set([3, 2, 1]).intersection(new Set([1, 2, 3, 4]))), new Set('hello').size, [...new Set([NaN, NaN, 0, -0, '0', null, undefined, undefined])].map(String)];
});
