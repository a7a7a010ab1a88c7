/**
 * The `ref` of a picture in a list that is scrolled: one that leaves before it has come is not waited for. Its request ends, and the browser,
 * which keeps an image alive while it may still have something to tell (a lazy one that was never in view for ever), lets go of it.
 */
export const letGo = (image: HTMLImageElement) => (): void => {
  image.removeAttribute('src');
};
