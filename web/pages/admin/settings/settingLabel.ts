import { isSettingName, settingNames, settingOf } from '../../../../contract/siteSettings.ts'
import { staticPages } from '../../../../contract/staticPages.ts'
import { pageLabels } from './pageLabels.ts'

/** The label of a setting in the log of changes. */
export const labelOf = (name: string) =>
  isSettingName(name) ? settingOf(name).label : (otherLabels[name] ?? pageLabel(name) ?? name)

/** Settings that are kept elsewhere. */
const otherLabels: Readonly<Record<string, string>> = {
  reportReasons: 'Reasons for reports',
  signupsDisabled: 'Sign-ups disabled',
  torBlocked: 'Tor blocked',
  logo: 'Logo',
}

/** The log has 'page terms' for the text of a static page. */
function pageLabel(name: string): string | null {
  const page = staticPages.find((one) => name === `page ${one}`)
  return page ? `Page: ${pageLabels[page]}` : null
}

/** All names in the log, by label. */
export const loggedSettings: readonly { value: string; label: string }[] = [
  ...settingNames,
  ...Object.keys(otherLabels),
  ...staticPages.map((page) => `page ${page}`),
]
  .map((name) => ({ value: name, label: labelOf(name) }))
  .sort((one, other) => one.label.localeCompare(other.label))
