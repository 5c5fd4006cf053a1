switch (1) { case 1: [1].forEach((x) => { if (x) break; }); }
