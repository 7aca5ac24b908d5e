/** Under which the draft of a comment on a post, or of a reply to one, is kept on the device. */
export const draftKey = (viewerId: string | null, publicId: string, parentId = 'post'): string =>
  `${viewerId} ${publicId} ${parentId}`
