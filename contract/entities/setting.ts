import { type Static, Type } from 'typebox'
import { type SettingValue, settingGroups } from '../settingTypes.ts'
import { settingNames } from '../siteSettings.ts'
import { flag, int, Nullable, oneOf, text, time } from './schema.ts'

/** A value of any setting. The ability checks it, because its refusal names the setting and the reason. */
export const settingValue = <const OrNull extends boolean = false>(
  description: string,
  { orNull = false as OrNull }: { orNull?: OrNull } = {},
) =>
  Type.Unsafe<SettingValue | (OrNull extends true ? null : never)>({
    // Order matters: the serializer takes the first type that fits, and converts anything to a string.
    type: ['array', 'boolean', 'number', 'string', ...(orNull ? ['null'] : [])],
    items: { type: 'string' },
    description,
  })

export const Setting = Type.Object({
  name: oneOf(settingNames, 'The name of the setting.'),
  group: oneOf(settingGroups, 'Which page of the dashboard has it.'),
  value: settingValue('The value that is in force: a text, a number, true or false, or a list of texts.'),
  default: settingValue('The value without any change.'),
  lockedBy: Nullable(text('The environment variable that sets it; null if admins can change it.')),
  changedAt: Nullable(
    time('When an admin changed it; null if nobody has, or it was put back to its default.'),
  ),
  changedBy: Nullable(
    text('The name of the admin who changed it; null if nobody has, or someone did on the command line.'),
  ),
})
export type Setting = Static<typeof Setting>

export const EditedReportReason = Type.Object({
  id: int('The number of the reason.'),
  title: text('The reason in a few words.'),
  description: Nullable(text('An explanation; null if there is none.')),
  isHidden: flag('Whether it is not offered any more. Reports that name it are still accepted.'),
  isDeletable: flag(
    'Whether it is deleted if it is missing when the list is replaced; otherwise it is hidden.',
  ),
})
export type EditedReportReason = Static<typeof EditedReportReason>

export const SettingChange = Type.Object({
  name: text('The name of the setting.'),
  before: settingValue('The value before; null for the default.', { orNull: true }),
  after: settingValue('The value after; null for the default.', { orNull: true }),
  changedAt: time('When it was changed.'),
  changedBy: Nullable(text('The name of the admin who changed it; null if it was done on the command line.')),
  fromCommandLine: Type.Boolean({ description: 'Whether it was changed on the command line of the server.' }),
})
export type SettingChange = Static<typeof SettingChange>
