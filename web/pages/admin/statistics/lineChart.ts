import { listText } from '../../../../contract/texts/list.ts'
import { t } from '../../../../contract/texts/t.ts'

/** One line of a chart; `values` oldest first. */
export interface Series {
  readonly label: string
  readonly values: readonly number[]
}

/** A sentence instead of a trivial chart; null if there is something to draw. */
export function sentenceInstead(series: readonly Series[]): string | null {
  const numbers = listText(
    series.map(({ label, values }) => t('{label} {value, number}', { label, value: values.at(-1) ?? 0 })),
  )
  if (series.some(({ values }) => values.some((value) => value !== values[0]))) return null
  if (series.every(({ values }) => values.every((value) => value === 0))) return t('Nothing in this period.')
  if (series.every(({ values }) => values.length < 2))
    return t('Only one data point so far: {numbers}.', { numbers })
  return t('No change: {numbers}.', { numbers })
}

/** The upper end of the scale: a round number, at least the highest value and at least 1. */
export function axisTop(series: readonly Series[]): number {
  const largest = Math.max(1, ...series.flatMap(({ values }) => values))
  const magnitude = 10 ** Math.floor(Math.log10(largest))
  const steps = [1, 2, 5, 10]
  return (steps.find((step) => step * magnitude >= largest) ?? 10) * magnitude
}

/** First and last label of the time axis: days; hours when both are on the same day; one label for a single hour. */
export function endsOf(times: readonly string[]): string[] {
  const ends = [times[0] ?? '', times.at(-1) ?? '']
  const days = new Set(ends.map((time) => time.slice(0, 10)))
  return [...(days.size > 1 ? days : new Set(ends.map((time) => time.slice(0, 16).replace('T', ' '))))]
}

/** The text alternative of the chart: the first and last number of each line. */
export function summaryOf(series: readonly Series[], times: readonly string[]): string {
  const changes = listText(
    series.map(({ label, values }) =>
      t('{label} from {first, number} to {last, number}', {
        label,
        first: values[0] ?? 0,
        last: values.at(-1) ?? 0,
      }),
    ),
  )
  const [from, to = from] = endsOf(times)
  return t('From {from} to {to}: {changes}', { from: from ?? '', to: to ?? '', changes })
}
