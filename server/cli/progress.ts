import type { ImportProgress } from '../import/import.ts'

/** An integer with thousands separators. */
export const formatNumber = (value: number): string => value.toLocaleString('en')

interface ProgressText {
  /** @param at milliseconds of a monotonic clock. */
  (progress: ImportProgress, at: number): string
  secondsSinceStart(): number
}

/** Formats the progress of an import as one line, with its rate and the remaining time of the phase. */
export function createProgressText(startedAt = performance.now()): ProgressText {
  let phase = ''
  let phaseStartedAt = startedAt
  const text = (progress: ImportProgress, at: number): string => {
    if (progress.phase !== phase) {
      phase = progress.phase
      phaseStartedAt = progress.phase === 'reading' ? startedAt : at
    }
    const seconds = (at - phaseStartedAt) / 1000
    if (!('rows' in progress)) return progress.phase
    const rate = `${formatNumber(Math.round(progress.rows / Math.max(seconds, 0.001)))} rows/s`
    const done =
      progress.phase === 'reading'
        ? progress.total && progress.bytes / progress.total
        : progress.rows / Math.max(progress.total, 1)
    const rows =
      progress.phase === 'reading'
        ? formatNumber(progress.rows)
        : `${formatNumber(progress.rows)} of ${formatNumber(progress.total)}`
    return [`${progress.phase}: ${rows} rows`, rate, ...(done ? [remaining(done, seconds)] : [])].join(', ')
  }
  return Object.assign(text, { secondsSinceStart: () => (performance.now() - startedAt) / 1000 })
}

/** @param done completed share of the phase, above 0 and at most 1. */
function remaining(done: number, seconds: number): string {
  const left = Math.max(0, Math.round((seconds * (1 - done)) / done))
  const clock =
    left < 3600
      ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
      : `${Math.floor(left / 3600)} h ${Math.floor((left % 3600) / 60)} min`
  return `${Math.min(100, Math.floor(done * 100))} %, ${clock} left`
}
