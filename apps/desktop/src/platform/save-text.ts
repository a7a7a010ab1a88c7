/** Offers a text to the user as a file download. */
export const saveText = (name: string, text: string, type = 'application/json'): void => {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has read the object URL by the next task.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 0);
};
