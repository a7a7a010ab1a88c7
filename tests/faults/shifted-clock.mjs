// Preloaded into a box: its wall clock is wrong by SHIFT_MS.
const shift = Number(process.env['SHIFT_MS'] ?? 0);
const Real = Date;
globalThis.Date = class extends Real {
  constructor(...parts) {
    if (parts.length === 0) super(Real.now() + shift);
    else super(...parts);
  }
  static now() {
    return Real.now() + shift;
  }
};
