const padTwo = (n: number): string => String(n).padStart(2, '0');

/** Formats seconds as `3:07`, from one hour on as `1:02:03`. */
export const formatDuration = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours === 0 ? `${minutes}:${padTwo(whole % 60)}` : `${hours}:${padTwo(minutes)}:${padTwo(whole % 60)}`;
};
