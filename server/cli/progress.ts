import type { BackupProgress } from '../core/backups/make.ts'
import type { ImportProgress } from '../import/importPushshift.ts'

/** An integer with thousands separators. */
export const formatNumber = (value: number): string => value.toLocaleString('en')

/** Bytes in the unit that suits them. */
export function formatSize(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}

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

/** Formats the progress of a backup or a restore as one line, with its rate and the remaining time of the phase. */
export function createBackupProgressText(startedAt = performance.now()) {
  let current = ''
  let phaseStartedAt = startedAt
  const text = ({ phase, about, done, total }: BackupProgress, at: number): string => {
    if (phase !== current) {
      current = phase
      phaseStartedAt = at
    }
    const seconds = (at - phaseStartedAt) / 1000
    const share = Math.min(1, done / Math.max(total, 1))
    const line = [
      `${phase}: ${formatNumber(done)} of ${formatNumber(Math.max(done, total))}`,
      `${formatNumber(Math.round(done / Math.max(seconds, 0.001)))}/s`,
      ...(share > 0 && seconds > 0 ? [remaining(share, seconds)] : []),
    ].join(', ')
    return about ? `${line} (${about})` : line
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
