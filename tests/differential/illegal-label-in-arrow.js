outer: for (const x of [1]) { [1].forEach(async (y) => { break outer; }); }
