import type { Setting } from '../../../../contract/entities/setting.ts'
import type { SettingGroup } from '../../../../contract/settingTypes.ts'
import { settingOf } from '../../../../contract/siteSettings.ts'

/** The groups with settings of the set-up. */
export const setupGroups = ['site', 'access', 'content'] as const satisfies readonly SettingGroup[]

/** A step with settings. */
export interface SettingsStep {
  readonly title: string
  readonly hint: string
  readonly asksFor: (setting: Setting) => boolean
}

const named =
  (...names: readonly string[]) =>
  ({ name }: Setting) =>
    names.includes(name)

/** Who may join is the only choice among the settings of access. */
const isAccessChoice = ({ name }: Setting) => {
  const { group, type } = settingOf(name)
  return group === 'access' && type === 'choice'
}

export const nameStep: SettingsStep = {
  title: 'What is your forum called?',
  hint: 'The name stands at the top of every page, the sentence on the front page and in search engines.',
  asksFor: named('siteName', 'siteDescription'),
}

export const lookStep: SettingsStep = {
  title: 'What does it look like?',
  hint: 'One picture and one colour, on every page. Both can stay as they are.',
  asksFor: named('accentColor'),
}

export const peopleStep: SettingsStep = {
  title: 'Who takes part?',
  hint: 'How open your forum is. Admins can change it at any time.',
  asksFor: (setting) => isAccessChoice(setting) || setting.name === 'communityCreation',
}

export const contactStep: SettingsStep = {
  title: 'How do people reach you?',
  hint: 'The Contact link of every page opens a mail to this address. Everybody can see it.',
  asksFor: named('contactEmail'),
}
