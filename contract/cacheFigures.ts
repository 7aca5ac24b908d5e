/** What a cache holds now, and its hits and misses since the process started. */
export interface CacheFigures {
  readonly entries: number
  /** Approximate memory use. */
  readonly bytes: number
  readonly hits: number
  readonly misses: number
}
