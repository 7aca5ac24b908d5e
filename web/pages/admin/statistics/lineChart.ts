/** One line of a chart; `values` oldest first. */
export interface Series {
  readonly label: string
  readonly values: readonly number[]
}

/** The number at the top of a chart: a round one that all values stay below or reach; at least 1. */
export function axisTop(series: readonly Series[]): number {
  const largest = Math.max(1, ...series.flatMap(({ values }) => values))
  const magnitude = 10 ** Math.floor(Math.log10(largest))
  const steps = [1, 2, 5, 10]
  return (steps.find((step) => step * magnitude >= largest) ?? 10) * magnitude
}

/** Where a chart begins and ends, as days, or as hours where both are the same day; once, where both are the same hour. */
export function endsOf(times: readonly string[]): string[] {
  const ends = [times[0] ?? '', times.at(-1) ?? '']
  const days = new Set(ends.map((time) => time.slice(0, 10)))
  return [...(days.size > 1 ? days : new Set(ends.map((time) => time.slice(0, 16).replace('T', ' '))))]
}

/** The chart in words: from which to which number each line goes. */
export function summaryOf(series: readonly Series[], times: readonly string[]): string {
  const parts = series.map(({ label, values }) => `${label} from ${values[0] ?? 0} to ${values.at(-1) ?? 0}`)
  const [from, to = from] = endsOf(times)
  return `From ${from} to ${to}: ${parts.join(', ')}`
}
