import { expect, it } from 'vitest'
import { settingNames, settingOf } from '../../../../contract/siteSettings.ts'
import { limitSections } from './limitSections.ts'

it('the page of the limits contains each of them', () => {
  const placed = limitSections.flatMap(({ rows }) =>
    rows.flatMap((row) => (typeof row === 'string' ? [row] : row.fields.map(({ name }) => name))),
  )
  const limits = settingNames.filter((name) => settingOf(name).group === 'limits')
  expect(placed.toSorted()).toEqual(limits.toSorted())
})
