import { remember, remembered } from './remembered.ts'

const storageKey = 'commentSort'

/** In which order guests read comments on this device; null when they have not chosen one. */
export const rememberedCommentSort = (): string | null => remembered(storageKey)

export const rememberCommentSort = (sort: string): void => remember(storageKey, sort)
