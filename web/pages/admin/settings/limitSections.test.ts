import { describe, expect, it } from 'vitest'
import { type SettingName, settingNames, settingOf } from '../../../../contract/siteSettings.ts'
import { limitSections } from './limitSections.ts'
import type { SettingsSection } from './SettingsForm.tsx'

const names = settingNames.filter((name) => settingOf(name).group === 'limits')
const settings = (changed: readonly SettingName[] = []) =>
  names.map((name) => {
    const byDefault = settingOf(name).default
    return { name, value: changed.includes(name) ? 7 : byDefault, default: byDefault, lockedBy: null }
  })
const namesIn = ({ rows }: SettingsSection) =>
  rows.flatMap((row) => (typeof row === 'string' ? [row] : row.fields.map(({ name }) => name)))

describe('the page of the limits', () => {
  it.each([[[]], [['postsPerDay', 'listEditsPerSecond']]] as SettingName[][][])(
    'contains each of them once, with %j changed',
    (changed) => {
      expect(limitSections(settings(changed)).flatMap(namesIn).toSorted()).toEqual(names.toSorted())
    },
  )

  it('begins with what matters, and folds the rest', () => {
    const sections = limitSections(settings())
    const open = sections.filter(({ isFolded }) => !isFolded)
    expect(open.map(({ id }) => id)).toEqual(['limits', 'important'])
    expect(open.flatMap(namesIn).length).toBeLessThanOrEqual(21)
  })

  it('shows changed ones first, with the other numbers of the same limit', () => {
    const [, changed] = limitSections(settings(['listItemsPerHour']))
    expect(changed?.id).toBe('changed')
    expect(changed && namesIn(changed)).toEqual(['listItemsPerSecond', 'listItemsPerHour'])
  })
})
