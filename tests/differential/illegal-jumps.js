for (const x of []) { (() => { continue; })(); }
