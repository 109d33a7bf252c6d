/** What is made of an object, at the first call for it: of 20,000 rows, and not at each drawing of what shows it. */
export function once<From extends object, Made>(make: (from: From) => Made): (from: From) => Made {
  const known = new WeakMap<From, { made: Made }>();
  return (from) => {
    const before = known.get(from) ?? { made: make(from) };
    known.set(from, before);
    return before.made;
  };
}
