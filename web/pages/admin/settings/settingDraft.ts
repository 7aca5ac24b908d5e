import type { Setting } from '../../../../contract/entities/setting.ts'
import type { SettingDefinition, SettingValue } from '../../../../contract/settingTypes.ts'
import { checkSetting, isSameValue } from '../../../../contract/settingValues.ts'
import { type SettingName, settingOf } from '../../../../contract/siteSettings.ts'
import type { ChangedSetting } from '../../../data/admin/settings.ts'
import { mistakeIn } from './mistakeIn.ts'

/** The value of a setting in a form: numbers as typed, lists with one entry per line. */
export type Draft = string | boolean
export type Drafts = Readonly<Partial<Record<SettingName, Draft>>>

export function draftOf(value: SettingValue): Draft {
  if (typeof value === 'boolean') return value
  return typeof value === 'object' ? value.join('\n') : String(value)
}

/** @throws a string that completes 'NAME …' for an invalid value. */
export function valueOfDraft(definition: SettingDefinition, draft: Draft): SettingValue {
  if (typeof draft === 'boolean') return checkSetting(definition, draft)
  switch (definition.type) {
    case 'integer':
      return checkSetting(definition, /^\s*-?\d+\s*$/.test(draft) ? Number(draft) : draft)
    case 'texts':
      return checkSetting(
        definition,
        draft
          .split(/[\n,]/)
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      )
    default:
      return checkSetting(definition, draft)
  }
}

export interface CheckedDrafts {
  /** The value to save; null if it equals the default. */
  readonly changes: readonly ChangedSetting[]
  /** The error, as a sentence. */
  readonly mistakes: Readonly<Partial<Record<SettingName, string>>>
}

/** Whether the form differs from the saved value. */
export function checkDrafts(settings: readonly Setting[], drafts: Drafts): CheckedDrafts {
  const changes: ChangedSetting[] = []
  const mistakes: Partial<Record<SettingName, string>> = {}
  for (const { name, value, default: byDefault } of settings) {
    const draft = drafts[name]
    if (draft === undefined || draft === draftOf(value)) continue
    try {
      const requested = valueOfDraft(settingOf(name), draft)
      if (!isSameValue(requested, value))
        changes.push({ name, value: isSameValue(requested, byDefault) ? null : requested })
    } catch {
      mistakes[name] = mistakeIn(settingOf(name), draft)
    }
  }
  return { changes, mistakes }
}
