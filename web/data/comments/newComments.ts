import { loadNewComments } from './loadNewComments.ts'
import { useLoad } from './thread.ts'
import type { ThreadParams } from './threadChanges.ts'

/** Loads what others wrote since the viewer's last visit, wherever it is in the discussion. */
export const useNewComments = (threadParams: ThreadParams, onFailure: (error: unknown) => void) =>
  useLoad(threadParams, onFailure, (api, since: string) => loadNewComments(api, threadParams, since))
