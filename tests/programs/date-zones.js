// The same moments in several zones, around changes of clocks.
const moments = ["2024-03-10T06:59:00Z", "2024-03-10T07:00:00Z", "2024-11-03T05:30:00Z", "2024-11-03T06:30:00Z", "2024-07-01T12:00:00Z", "1970-01-01T00:00:00Z"];
const zones = ["UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland"];
const show = (iso, timeZone) => new Date(iso).toLocaleString("en-US", { timeZone, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hour12: false });
const names = zones.map((timeZone) => new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short", hour: "numeric" }).format(new Date(moments[4])));
return { rows: moments.map((m) => zones.map((z) => show(m, z))), names };
