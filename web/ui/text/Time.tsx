import { useTextNow } from './clock.ts'
import { formatDate, formatDateTime, formatLocalTime, formatShortMonth } from './formatDate.ts'
import { relativeTime } from './relativeTime.ts'

interface TimeProps {
  /** RFC 3339, as the API writes times. */
  at: string
  /** `relative` ("5 minutes ago", kept up to date), `date` ("5 March 2023") or `month` ("Mar 2023"). */
  format?: 'relative' | 'date' | 'month'
}

/** A time, with the exact value as `datetime` attribute and title: from the server in UTC, and then in the reader's time zone. */
export function Time({ at, format = 'relative' }: TimeProps) {
  const moment = new Date(at)
  if (format === 'month') return <time dateTime={at.slice(0, 7)}>{formatShortMonth(moment)}</time>
  return (
    <time
      dateTime={at}
      title={formatDateTime(moment)}
      // Hydration compares the title with the server's, so it is not rendered.
      ref={(element) => {
        if (element) element.title = formatLocalTime(moment)
      }}
    >
      {format === 'date' ? formatDate(moment) : <Age of={moment} />}
    </time>
  )
}

function Age({ of }: { of: Date }) {
  return useTextNow((now) => relativeTime(of, now))
}
