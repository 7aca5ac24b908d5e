import type { RetentionPeriod } from '../../../contract/endpoints/law.ts'
import { type Config, settings as environment } from '../../config.ts'
import { deletedData, keptData, type Period } from '../../core/retention/periods.ts'

const plural = (number: number, unit: string) =>
  `${number.toLocaleString('en')} ${unit}${number === 1 ? '' : 's'}`
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function durationText({ kept, from }: Period, config: Config): string {
  if ('until' in kept)
    return sentence(/^(?:forever|five)/.test(kept.until) ? kept.until : `until ${kept.until}`)
  if ('config' in kept && config[kept.config] === 0) return 'For ever'
  const time =
    'hours' in kept
      ? plural(kept.hours, 'hour')
      : plural('config' in kept ? config[kept.config] : kept.days, 'day')
  return `${time} after ${from}`
}

/** How long each kind of data is kept with this configuration: first what age deletes, then the rest. */
export const retentionTable = (config: Config): RetentionPeriod[] => [
  ...Object.values(deletedData).map((period: Period & { task: string }) => ({
    data: period.data,
    kept: durationText(period, config),
    setting: 'config' in period.kept ? environment[period.kept.config].variable : (period.setting ?? null),
    task: period.task,
  })),
  ...keptData.map((period) => ({
    data: period.data,
    kept: durationText(period, config),
    setting: null,
    task: null,
  })),
]
