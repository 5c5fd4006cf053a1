// Validators of common formats.
const rules = {
  email: /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/, uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/,
  hex: /^#(?:[\da-f]{3}){1,2}$/i, date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, semver: /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([\w.]+))?(?:\+([\w.]+))?$/,
  password: /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^\w\s]).{8,}$/, phone: /^\+?(?:\d[\s-]?){6,14}\d$/, time: /^(?:[01]\d|2[0-3]):[0-5]\d$/, card: /^\d{4}([ -]?)\d{4}\1\d{4}\1\d{4}$/,
};
const inputs = { email: ["a@b.co", "a@b", "a b@c.de", "x+y@z.museum"], uuid: ["123e4567-e89b-12d3-a456-426614174000", "123"], ipv4: ["1.2.3.4", "256.1.1.1", "1.2.3", "1.2.3.4."], hex: ["#fff", "#12345", "#A1B2C3"], date: ["2024-02-30", "2024-13-01"], semver: ["1.0.0", "01.1.1", "1.2.3-beta.1+build"], password: ["Passw0rd!", "password"], phone: ["+49 170-1234567", "12"], time: ["23:59", "24:00"], card: ["1234-5678-1234-5678", "1234 5678-1234 5678"] };
return Object.fromEntries(Object.entries(inputs).map(([rule, list]) => [rule, list.map((s) => rules[rule].test(s))]));
