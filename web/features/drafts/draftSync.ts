/** What is kept of a text. */
export interface DraftText {
  readonly body: string
  readonly title: string
  readonly community: string
}

interface StoredDraft extends DraftText {
  readonly revision: string
}

interface SyncDependencies {
  readonly get: () => Promise<StoredDraft | null>
  readonly save: (
    draft: DraftText & { basedOn: string | null },
  ) => Promise<{ isSaved: boolean; draft: StoredDraft }>
  readonly remove: () => Promise<unknown>
  /** The revision from which the text on this device was changed, or null. Kept with that text. */
  readonly knownRevision: () => string | null
  readonly rememberRevision: (revision: string | null) => void
  /** The draft of the server takes the place of the text. */
  readonly onTake: (draft: StoredDraft) => void
  /** Two devices have written; null when that is settled. */
  readonly onConflict: (draft: StoredDraft | null) => void
  /** Like `setTimeout`, without the number; tests replace it. */
  readonly later?: (run: () => void, ms: number) => () => void
}

export interface DraftSync {
  /** Compares the text on this device with the server's. @param isWritten whether somebody has typed or kept it here. */
  start(text: DraftText, isWritten: boolean): Promise<void>
  /** The text was changed by whoever types. */
  change(text: DraftText): void
  settle(choice: 'this' | 'other'): void
  /** The text was sent or given up. */
  end(): void
  /** The form is gone; what was written stays. */
  leave(): void
}

/** Typing pauses for so long before it is saved. */
export const saveAfterMs = 2000

/**
 * Keeps a text on the server while it is being written (optimistic locking). What is newer wins; when both this device and
 * another have changed the text since they last agreed, whoever writes decides. Without a connection the text stays on the
 * device, and the next change tries again.
 */
export function createDraftSync(dependencies: SyncDependencies): DraftSync {
  const { get, save, remove, knownRevision, rememberRevision, onTake, onConflict } = dependencies
  const later = dependencies.later ?? laterByTimer
  let text: DraftText | null = null
  let isTyped = false
  let revision: string | null = knownRevision()
  let conflict: StoredDraft | null = null
  let isOver = false
  let isStored = false
  let stopTimer = () => {}
  /** Saves one after the other, so that each knows the revision of the one before. */
  let saving: Promise<void> = Promise.resolve()

  const agree = (draft: StoredDraft) => {
    revision = draft.revision
    isStored = true
    rememberRevision(revision)
  }
  const disagree = (draft: StoredDraft) => {
    conflict = draft
    isStored = true
    onConflict(draft)
  }
  const saveSoon = (ms = saveAfterMs) => {
    stopTimer()
    stopTimer = later(() => {
      saving = saving.then(saveNow).catch(() => {})
    }, ms)
  }
  const saveNow = async () => {
    if (isOver || conflict || !text) return
    if (text.body.trim() === '') {
      if (isStored) await remove()
      isStored = false
      return
    }
    const sent = text
    const answer = await save({ ...sent, basedOn: revision })
    if (answer.isSaved) agree(answer.draft)
    else if (!isOver) disagree(answer.draft)
  }

  return {
    async start(initial, isWritten) {
      text = initial
      isTyped = isWritten
      const stored = await get().catch(() => null)
      if (isOver || conflict) return
      if (!stored) {
        if (isTyped) saveSoon()
        return
      }
      isStored = true
      if (stored.body === text.body) agree(stored)
      else if (!isTyped) {
        agree(stored)
        text = { ...text, body: stored.body }
        onTake(stored)
      } else if (stored.revision === knownRevision()) {
        revision = stored.revision
        saveSoon()
      } else disagree(stored)
    },
    change(changed) {
      text = changed
      isTyped = true
      saveSoon()
    },
    settle(choice) {
      if (!conflict) return
      const other = conflict
      conflict = null
      onConflict(null)
      agree(other)
      if (choice === 'this') return saveSoon(0)
      if (text) text = { ...text, body: other.body }
      onTake(other)
    },
    end() {
      isOver = true
      stopTimer()
      rememberRevision(null)
      // After a save that is under way, which would bring it back.
      void saving.then(() => (isStored ? remove() : undefined)).catch(() => {})
    },
    leave() {
      if (isOver) return
      stopTimer()
      // What was typed last is not lost with the form.
      if (isTyped && text && !conflict) saving = saving.then(saveNow).catch(() => {})
    },
  }
}

function laterByTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
