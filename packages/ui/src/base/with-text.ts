/** A height in px that is delivered, half of it text, as it is for whoever has larger text in their browser than the usual 16 px. */
export const withText = (height: number): number => {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Math.round((height * (1 + Math.max(1, size / 16 || 1))) / 2);
};
