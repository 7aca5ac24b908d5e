/** Loaded on demand, because only readers who write need them. */
export type Forms = typeof import('./commentForms.tsx')

export const fetchForms = (): Promise<Forms> => import('./commentForms.tsx')

/** Errors are ignored: opening a form tries again and reports them. */
export const prefetchForms = (): void => void fetchForms().catch(() => {})
