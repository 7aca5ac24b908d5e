/** Loaded on demand, because only readers who write need them. */
export type Forms = typeof import('./commentForms.tsx')

let loaded: Forms | null = null

/** Null until they are loaded. */
export const loadedForms = (): Forms | null => loaded

export async function fetchForms(): Promise<Forms> {
  loaded = await import('./commentForms.tsx')
  return loaded
}

/** Errors are ignored: opening a form tries again and reports them. */
export const prefetchForms = (): void => void fetchForms().catch(() => {})
