import { useId } from 'react'
import { formatNumber } from '../../../../contract/texts/language.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { Count } from '../../../ui/text/Count.tsx'
import styles from './LineChart.module.css'
import { axisTop, endsOf, type Series, sentenceInstead, summaryOf } from './lineChart.ts'

interface LineChartProps {
  title: string
  /** At most three, so that they can be distinguished without colours. */
  series: readonly Series[]
  /** When the values were counted, oldest first; RFC 3339. */
  times: readonly string[]
}

const width = 320
const height = 120

/**
 * A line chart, or a sentence if a chart would not show more. Its text alternative is a summary, because the table next to it has
 * the numbers.
 */
export function LineChart({ title, series, times }: LineChartProps) {
  const id = useId()
  const sentence = sentenceInstead(series)
  return (
    <Card as="section" padded className={styles.chart} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      {sentence === null ? (
        <Lines series={series} times={times} />
      ) : (
        <p className={styles.sentence}>{sentence}</p>
      )}
    </Card>
  )
}

function Lines({ series, times }: Pick<LineChartProps, 'series' | 'times'>) {
  const top = axisTop(series)
  return (
    <>
      <ul className={styles.legend}>
        {series.map(({ label, values }, index) => (
          <li key={label} className={styles.entry}>
            <svg viewBox="0 0 20 4" className={styles.sample} aria-hidden="true">
              <path d="M0 2H20" className={styles[`line${index}`]} />
            </svg>
            {label} <strong>{formatNumber(values.at(-1) ?? 0)}</strong>
          </li>
        ))}
      </ul>
      <div className={styles.plot}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className={styles.plot}
          role="img"
          aria-label={summaryOf(series, times)}
        >
          <path
            d={`M0 0.5H${width}M0 ${height / 2}H${width}M0 ${height - 0.5}H${width}`}
            className={styles.grid}
          />
          {series.map(({ label, values }, index) => (
            <path key={label} d={pathOf(values, top)} className={styles[`line${index}`]} />
          ))}
        </svg>
        <span className={styles.top} aria-hidden="true">
          <Count value={top} />
        </span>
      </div>
      <div className={styles.times} aria-hidden="true">
        {endsOf(times).map((end) => (
          <span key={end}>{end}</span>
        ))}
      </div>
    </>
  )
}

/** @param values two or more. */
function pathOf(values: readonly number[], top: number): string {
  const step = width / (values.length - 1)
  return values
    .map((value, index) => {
      const x = (index * step).toFixed(1)
      const y = (height - 1 - (value / top) * (height - 4)).toFixed(1)
      return `${index === 0 ? 'M' : 'L'}${x} ${y}`
    })
    .join('')
}
