import type { KnownRevision } from '../../device/draftRevisions.ts'

/** The stored state of a text. */
export interface DraftText {
  readonly body: string
  readonly title: string
  readonly community: string
  /** Whether it is marked so; undefined where a draft does not say. */
  readonly isMadeWithAi?: boolean | undefined
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
  /** The known state of the server's draft, or null. Stored with the text. */
  readonly known: () => KnownRevision | null
  readonly remember: (known: KnownRevision | null) => void
  /** Its fields, as one text. */
  readonly written: (text: DraftText) => string
  /** The text being edited: if the draft equals it (or is empty), nothing is stored. */
  readonly unchanged: string
  /** Replaces the text by the draft of the server. */
  readonly onTake: (draft: StoredDraft) => void
  /** The text was sent or deleted on another device. */
  readonly onGone: () => void
  /** A conflict between two devices; null once it is resolved. */
  readonly onConflict: (draft: StoredDraft | null) => void
  /** Like `setTimeout`, without the number; tests replace it. */
  readonly later?: (run: () => void, ms: number) => () => void
}

export interface DraftSync {
  /** Compares the text on this device with the server's. @param isWritten whether it was typed on this device. */
  start(text: DraftText, isWritten: boolean): Promise<void>
  /** Called when the user has changed the text. */
  change(text: DraftText): void
  settle(choice: 'this' | 'other'): void
  /** Called when the text was sent or discarded. */
  end(): void
  /** Called when the form or page is left or goes to the background: saves at once. */
  leave(): void
}

/** Saves after this pause in typing. */
export const saveAfterMs = 2000

/** How many texts that were sent without an answer are known. More are rare: without a connection, nothing reaches the server. */
export const unansweredMost = 5

/**
 * Saves a text on the server while it is being written (optimistic locking). The newer version wins; if both this device
 * and another have changed the text since the last common revision, the author decides. Without a connection the text
 * stays on the device, and the next change tries again.
 */
export function createDraftSync(dependencies: SyncDependencies): DraftSync {
  const { get, save, remove, known, remember, written, unchanged, onTake, onGone, onConflict } = dependencies
  const later = dependencies.later ?? laterByTimer
  let text: DraftText | null = null
  let isTyped = false
  let revision = known()?.revision ?? null
  let conflict: StoredDraft | null = null
  let isOver = false
  let isStored = false
  /** The server's text, if it is known. */
  let agreed: string | null = null
  /** What was sent since the last answer: the server may have any of it. */
  let unanswered: string[] = []
  let stopTimer = () => {}
  /** Saves are serialized, so that each knows the revision of the previous one. */
  let saving: Promise<void> = Promise.resolve()

  /** All that is saved of it. */
  const stateOf = (text: DraftText) => JSON.stringify([written(text), text.isMadeWithAi === true])
  const isNothing = (text: DraftText) => written(text).trim() === '' || written(text) === unchanged
  const agree = (draft: StoredDraft) => {
    revision = draft.revision
    isStored = true
    agreed = stateOf(draft)
    remember({ revision, isChanged: text !== null && stateOf(text) !== agreed })
  }
  const take = (draft: StoredDraft) => {
    if (text) {
      const { isMadeWithAi = text.isMadeWithAi } = draft
      text = { ...text, title: draft.title, body: draft.body, isMadeWithAi }
    }
    agree(draft)
    onTake(draft)
  }
  const forget = () => {
    revision = null
    isStored = false
    agreed = null
    remember(null)
  }
  const drop = async () => {
    if (isStored) await remove()
    forget()
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
    if (isNothing(text)) return drop()
    if (stateOf(text) === agreed) return
    unanswered = [...unanswered, stateOf(text)].slice(-unansweredMost)
    let answer = await save({ ...text, basedOn: revision })
    // The answer of an earlier save was lost: nobody else has changed the text.
    if (!answer.isSaved && unanswered.includes(stateOf(answer.draft)))
      answer = await save({ ...text, basedOn: answer.draft.revision })
    unanswered = []
    if (answer.isSaved) agree(answer.draft)
    else if (!isOver) disagree(answer.draft)
  }

  return {
    async start(initial, isWritten) {
      text = initial
      isTyped = isWritten
      const stored = await get().catch(() => undefined)
      // Without an answer the text stays as it is, and the next change tries again.
      if (stored === undefined || isOver || conflict) return
      const before = known()
      const isNewHere = isTyped && (before === null || before.isChanged)
      if (stored) {
        isStored = true
        // Sent, but the form was left before the answer.
        if (!isNewHere && written(stored) === unchanged) saving = saving.then(drop).catch(() => {})
        else if (stateOf(stored) === stateOf(text)) agree(stored)
        else if (!isNewHere) take(stored)
        // The mark alone is no conflict.
        else if (written(stored) === written(text)) agree(stored)
        else if (stored.revision === before?.revision) saveSoon()
        else disagree(stored)
      } else if (isNewHere) saveSoon()
      else if (isTyped && !isNothing(text)) {
        forget()
        onGone()
      }
    },
    change(changed) {
      text = changed
      isTyped = true
      if (revision !== null) remember({ revision, isChanged: true })
      saveSoon(isNothing(text) ? 0 : saveAfterMs)
    },
    settle(choice) {
      if (!conflict) return
      const other = conflict
      conflict = null
      onConflict(null)
      if (choice === 'other') return take(other)
      agree(other)
      saveSoon(0)
    },
    end() {
      isOver = true
      stopTimer()
      remember(null)
      // After a running save, which would restore it.
      void saving.then(() => (isStored || revision !== null ? remove() : undefined)).catch(() => {})
    },
    leave() {
      if (isOver) return
      stopTimer()
      // Saves the last changes when the form is closed.
      if (isTyped && text && !conflict) saving = saving.then(saveNow).catch(() => {})
    },
  }
}

function laterByTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
