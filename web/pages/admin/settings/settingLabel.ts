import { wordsOf } from '../../../../contract/settingWords.ts'
import { isSettingName, settingNames } from '../../../../contract/siteSettings.ts'
import { staticPages } from '../../../../contract/staticPages.ts'
import { currentLanguage } from '../../../../contract/texts/language.ts'
import { t } from '../../../../contract/texts/t.ts'
import { pageLabel } from './pageLabel.ts'

/** The label of a setting in the log of changes. */
export const labelOf = (name: string) =>
  isSettingName(name) ? wordsOf(name).label : (otherLabels[name]?.() ?? labelOfPage(name) ?? name)

/** Settings that are kept elsewhere. */
const otherLabels: Readonly<Record<string, () => string>> = {
  reportReasons: () => t('Report reasons'),
  signupsDisabled: () => t('Sign-ups turned off'),
  torBlocked: () => t('Tor blocked'),
  logo: () => t('Logo'),
}

/** The log has 'page terms' for the text of a static page. */
function labelOfPage(name: string): string | null {
  const page = staticPages.find((one) => name === `page ${one}`)
  return page ? t('Page: {name}', { name: pageLabel(page) }) : null
}

/** All names in the log, by label. */
export const loggedSettings = (): { value: string; label: string }[] =>
  [...settingNames, ...Object.keys(otherLabels), ...staticPages.map((page) => `page ${page}`)]
    .map((name) => ({ value: name, label: labelOf(name) }))
    .sort((one, other) => one.label.localeCompare(other.label, currentLanguage()))
