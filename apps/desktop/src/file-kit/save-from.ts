/** Lets the browser save what is at an address. */
export const saveFrom = (address: string, name: string): void => {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.rel = 'noopener';
  link.click();
};
