import { useNotifyRefused } from '../failures/useNotifyRefused.ts'

const loadText = async () => (await import('./postRefusals.ts')).postRefusalText

/** Shows why an action on a post failed. */
export const useNotifyPostFailure = (): ((error: unknown) => void) => useNotifyRefused(loadText)
