const numbers = (version: string): readonly number[] =>
  version.split('.').map((part) => Number.parseInt(part, 10) || 0);

/** Compares versions number by number (G-36): negative, zero or positive like a sort function. */
export const compareVersions = (a: string, b: string): number => {
  const [left, right] = [numbers(a), numbers(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};
