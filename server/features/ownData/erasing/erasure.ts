import type { ErasedContent } from '../../../../contract/words.ts'

/** An erasure under way. */
export interface Erasure {
  readonly id: string
  readonly userId: string
  readonly content: ErasedContent
  /** Null if it is replaced everywhere already. */
  readonly name: string | null
  readonly orderedBy: string | null
}

/** Where a step continues; its meaning is that of the step. */
export type Place = Readonly<Record<string, string>>

/** How many rows of each kind a slice has erased, and where the next one begins; null if nothing is left. */
export interface Slice {
  readonly counts: Readonly<Record<string, number>>
  readonly next: Place | null
}
