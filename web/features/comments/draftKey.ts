/** The key in the device's storage of the draft of a comment or reply. */
export const draftKey = (viewerId: string | null, publicId: string, parentId = 'post'): string =>
  `${viewerId} ${publicId} ${parentId}`
