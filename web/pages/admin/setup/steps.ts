import type { Setting } from '../../../../contract/entities/setting.ts'
import type { SettingGroup } from '../../../../contract/settingTypes.ts'
import { settingOf } from '../../../../contract/siteSettings.ts'
import { t } from '../../../../contract/texts/t.ts'

/** The groups with settings of the set-up. */
export const setupGroups = ['site', 'access', 'content', 'law'] as const satisfies readonly SettingGroup[]

/** A step with settings. */
export interface SettingsStep {
  readonly title: () => string
  readonly hint: () => string
  readonly asksFor: (setting: Setting) => boolean
  /** Whether every page shows what it changes. */
  readonly changesAllPages?: true
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

const nameStep: SettingsStep = {
  title: () => t("What's your forum called?"),
  hint: () => t('Shown at the top of every page and in search results.'),
  asksFor: named('siteName', 'siteDescription'),
  changesAllPages: true,
}

export const lookStep: SettingsStep = {
  title: () => t('Logo and color'),
  hint: () => t('You can keep the defaults.'),
  asksFor: named('accentColor'),
  changesAllPages: true,
}

const peopleStep: SettingsStep = {
  title: () => t('Who can take part?'),
  hint: () => t('You can change this any time.'),
  asksFor: (setting) => isAccessChoice(setting) || setting.name === 'communityCreation',
}

const contactStep: SettingsStep = {
  title: () => t('Who runs your forum?'),
  hint: () => t('Shown on the Contact and About pages.'),
  asksFor: named('contactEmail', 'providerName', 'donationFunded', 'donationUrl'),
}

/** In their order. */
export const settingsSteps: readonly SettingsStep[] = [nameStep, lookStep, peopleStep, contactStep]
