/** What a cache holds now, and how often it had what was asked for since the process has started. */
export interface CacheFigures {
  readonly entries: number
  /** About how much memory they take. */
  readonly bytes: number
  readonly hits: number
  readonly misses: number
}
