/** What can be wrong with an uploaded picture, besides its type. */
const pictureFileErrors = [
  'fileSizeExceeded',
  'heicImage',
  'tooManyPixels',
  'damagedImage',
  'emptyImage',
  'animationFormat',
] as const

/** What can be wrong with an uploaded picture; the name of the wrong type depends on the call, as programs know it. */
export const pictureErrors = [...pictureFileErrors, 'unsupportedImage'] as const
export const postPictureErrors = [
  ...pictureFileErrors,
  'animationTooLarge',
  'unsupportedImageFormat',
] as const
