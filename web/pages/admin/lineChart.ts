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

/** The chart in words: from which to which number each line goes. */
export function summaryOf(series: readonly Series[], times: readonly string[]): string {
  const parts = series.map(({ label, values }) => `${label} from ${values[0] ?? 0} to ${values.at(-1) ?? 0}`)
  return `From ${times[0]?.slice(0, 10)} to ${times.at(-1)?.slice(0, 10)}: ${parts.join(', ')}`
}
