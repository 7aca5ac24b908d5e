import { refusalOf } from '../failure.ts'

/** A page of a table that has filters. */
export interface FilteredPage<Row> {
  readonly rows: readonly Row[]
  readonly next: string | null
  /** Why the server refuses the filters; null if it does not. */
  readonly refusal: string | null
}

/** A page of a table, or one without rows that says why the filters were refused: its form is where they are corrected. */
export async function filteredPage<Row>(
  loading: Promise<{ rows: readonly Row[]; next: string | null }>,
): Promise<FilteredPage<Row>> {
  try {
    return { ...(await loading), refusal: null }
  } catch (error) {
    const refusal = refusalOf(error)
    const isOfFilters = refusal?.status === 400 ? refusal.code !== 'invalid_cursor' : refusal?.status === 404
    if (!refusal || !isOfFilters) throw error
    return { rows: [], next: null, refusal: refusal.message }
  }
}
