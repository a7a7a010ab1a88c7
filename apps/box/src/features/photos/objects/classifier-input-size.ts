/** Width and height in pixels of the input of the built-in classifier. */
export const CLASSIFIER_SIDE_PX = 512;
