import { expect, it } from 'vitest'
import type { Setting } from '../../../../contract/entities/setting.ts'
import type { SettingValue } from '../../../../contract/settingTypes.ts'
import { type SettingName, settingOf } from '../../../../contract/siteSettings.ts'
import { checkDrafts, type Draft, draftOf } from './settingDraft.ts'

const saved = (name: SettingName, value: SettingValue = settingOf(name).default): Setting => ({
  name,
  group: settingOf(name).group,
  value,
  default: settingOf(name).default,
  lockedBy: null,
  changedAt: null,
  changedBy: null,
})
const check = (setting: Setting, draft: Draft) => checkDrafts([setting], { [setting.name]: draft })

it.each<[string, Setting, Draft, SettingValue | null]>([
  ['a text without the space around it', saved('siteName'), ' Riverside ', 'Riverside'],
  ['a number', saved('imagesPerPost'), ' 3 ', 3],
  ['a switch', saved('imagePosts'), false, false],
  ['a list by its lines', saved('aboutCommunities'), 'meta\n\n help_desk ', ['meta', 'help_desk']],
  ['an empty list', saved('footerPages'), '', []],
  ['the default as none', saved('imagesPerPost', 3), '10', null],
])('sends %s', (_what, setting, draft, value) => {
  expect(check(setting, draft)).toEqual({ changes: [{ name: setting.name, value }], mistakes: {} })
})

it.each<[string, Setting, Draft]>([
  ['what is as it was', saved('siteName', 'Riverside'), 'Riverside'],
  ['other spaces', saved('siteName', 'Riverside'), ' Riverside'],
  ['the same list in other lines', saved('aboutCommunities', ['meta']), 'meta\n'],
])('sends nothing of %s', (_what, setting, draft) => {
  expect(check(setting, draft)).toEqual({ changes: [], mistakes: {} })
})

it.each<[SettingName, Draft, string]>([
  ['imagesPerPost', 'many', 'Enter a whole number from 1 to 100.'],
  ['imagesPerPost', '', 'Enter a whole number from 1 to 100.'],
  ['imagesPerPost', '1e1', 'Enter a whole number from 1 to 100.'],
  ['siteName', ' ', "This can't be empty."],
])('says what is wrong with %s = %j', (name, draft, mistake) => {
  expect(check(saved(name), draft)).toEqual({ changes: [], mistakes: { [name]: mistake } })
})

it('shows a list with an entry on each line', () => {
  expect(draftOf(['meta', 'help_desk'])).toBe('meta\nhelp_desk')
})

it.each<[SettingName, Draft]>([
  ['contactEmail', 'nobody'],
  ['docsUrl', 'docs'],
  ['accentColor', 'green'],
  ['announcement', 'One.\n\nTwo.'],
  ['announcementEnd', '2030-02-31T18:00Z'],
  ['welcomeCommunity', 'no one'],
  ['reservedNames', 'a'],
  ['refusedMailDomains', 'nothing'],
  ['providerName', 'x'.repeat(201)],
  ['approvalQuestions', 'One?\nTwo?\nThree?\nFour?'],
])('says in a sentence of its own what to do about %s = %j', (name, draft) => {
  expect(check(saved(name), draft).mistakes[name]).toMatch(/^(Enter|Use|Write) .+\.$/)
})
