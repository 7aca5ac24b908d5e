/** The images of a paste. Word processors add a picture of copied text, which is ignored. */
export const imagesOnClipboard = (data: DataTransfer | null): File[] =>
  data?.types.includes('text/plain')
    ? []
    : [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
