/** The forms that comments are written in. Readers do not need them, so they are fetched when somebody is about to. */
export type Forms = typeof import('./writing.tsx')

export const fetchForms = (): Promise<Forms> => import('./writing.tsx')

/** Without answer or complaint: what fails here is tried again when a form is opened. */
export const prefetchForms = (): void => void fetchForms().catch(() => {})

/** The name of the draft of a comment on a post, or of a reply to one. */
export const draftOf = (viewerId: string | null, publicId: string, parentId = 'post'): string =>
  `${viewerId} ${publicId} ${parentId}`
