/** What became of a write: done, certainly not done, or nobody knows, because no answer or a 5xx came. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown'

/** A text that was sent to be stored, recognised by its words, which no other text has. */
interface Written {
  /** Undefined until it is acknowledged. */
  id?: string
  readonly outcome: Outcome
  /** The body that was acknowledged last, and those sent after it whose outcome is unknown. */
  bodies: string[]
}

/** Everything that members have tried to write, and how each write was answered. */
export class Journal {
  /** By title. */
  readonly posts = new Map<string, Written>()
  /** By their first body. */
  readonly comments = new Map<string, Written>()
  /** Whether a member has an upvote on a post, by `member post`; null after a vote with an unknown outcome. */
  readonly votes = new Map<string, boolean | null>()
  /** Each request without an answer, those that were repeated among them, and what came instead. */
  readonly unanswered: string[] = []
  /** Whether an account is banned from the site, by its name; null after a ban, or its end, with an unknown outcome. */
  readonly bans = new Map<string, boolean | null>()
  /** Paths of the images whose upload was acknowledged. */
  readonly images = new Set<string>()
  readonly counts: Record<Outcome, number> = { acknowledged: 0, refused: 0, unknown: 0 }

  count(outcome: Outcome): void {
    this.counts[outcome] += 1
  }
}
