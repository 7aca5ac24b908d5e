import { isKeyOf } from '../../../contract/objects.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'
import { sendsMail } from '../../platform/mail/send.ts'
import { hasContactPage, pushContactOf } from '../settings/contact.ts'

/** What texts are filled in with. */
export interface Facts {
  readonly config: Config
  readonly settings: SettingValues
  /** Names of the existing communities about the site itself. */
  readonly communities: readonly string[]
}

/** The variables that texts may use in double braces. Values are Markdown, and empty when the site has none. */
const variables = {
  siteName: ({ settings }: Facts) => literal(settings.siteName),
  siteUrl: ({ config }: Facts) => literal(config.siteUrl?.origin ?? ''),
  contactEmail: ({ settings }: Facts) => literal(settings.contactEmail),
  donationUrl: ({ settings }: Facts) => literal(settings.donationUrl),
  sourceUrl: ({ settings }: Facts) => literal(settings.sourceUrl),
  providerName: ({ settings }: Facts) => literal(settings.providerName),
  providerAddress: ({ settings }: Facts) => literalLines(settings.providerAddress),
  legalRepresentative: ({ settings }: Facts) => literalLines(settings.legalRepresentative),
  dataProtectionOfficer: ({ settings }: Facts) => literalLines(settings.dataProtectionOfficer),
  authoritiesEmail: ({ settings }: Facts) => literal(settings.authoritiesEmail),
  contactLanguages: ({ settings }: Facts) => settings.contactLanguages.map(literal).join(', '),
  addressesKept: ({ config: { keepAddressesDays: days } }: Facts) =>
    days === 0
      ? 'They are deleted with your account.'
      : `They are deleted ${days} days after their last use, or within the week after that, and with your account.`,
  visitsKept: ({ config }: Facts) => positive(config.keepVisitsDays),
  notificationsKept: ({ config }: Facts) => positive(config.keepNotificationsDays),
  minimumAge: ({ settings }: Facts) => positive(settings.minimumAge),
  backupsKept: ({ settings }: Facts) => positive(settings.dailyBackupsKept),
  communities: ({ communities }: Facts) =>
    communities.map((name) => `- [/${literal(name)}](/${name})`).join('\n'),
}

/** What texts may ask for with `{{if NAME}}` and `{{unless NAME}}`, besides whether a variable has a value. */
const conditions = {
  contact: ({ settings }: Facts) => hasContactPage(settings) || settings.contactEmail !== '',
  contactPage: ({ settings }: Facts) => hasContactPage(settings),
  donationFunded: ({ settings }: Facts) => settings.donationFunded,
  privateForum: ({ settings }: Facts) => settings.privateForum,
  acceptTerms: ({ settings }: Facts) => settings.acceptTerms,
  historyForAll: ({ settings }: Facts) => settings.editHistory === 'everybody',
  historyForModerators: ({ settings }: Facts) => settings.editHistory === 'moderators',
  noHistory: ({ settings }: Facts) => settings.editHistory === 'nobody',
  linkPreviews: ({ settings }: Facts) => settings.linkPreviews,
  dailyBackups: ({ settings }: Facts) => settings.dailyBackups,
  mail: ({ config }: Facts) => sendsMail(config),
  push: (site: Facts) => pushContactOf(site) !== '',
  hcaptcha: ({ config }: Facts) => config.captcha === 'hcaptcha',
  bucket: ({ config }: Facts) => config.s3Bucket !== '',
}

/**
 * Replaces variables such as `{{siteName}}`. Paragraphs and list items with an empty variable are removed, and so are
 * headings without any content left. `{{if NAME}}` and `{{unless NAME}}` keep a paragraph or list item only if the site has, or does
 * not have, what is named. Unknown names stay as they are.
 */
export function fillIn(text: string, facts: Facts): string {
  const blocks = text.replace(/\r\n?/g, '\n').split(/\n{2,}/)
  const filled = blocks.map((block) => ({
    isHeading: singleHeading.test(block),
    text: fillBlock(block, facts),
  }))
  const isEmptySection = (heading: number) => {
    const below = filled.slice(heading + 1)
    const next = below.findIndex(({ isHeading }) => isHeading)
    const section = next === -1 ? below : below.slice(0, next)
    return section.length > 0 && section.every(({ text }) => text === '')
  }
  return filled
    .filter(({ isHeading, text }, index) => text !== '' && !(isHeading && isEmptySection(index)))
    .map(({ text }) => text)
    .join('\n\n')
}

/** The block with its variables replaced; empty when it is removed. */
function fillBlock(block: string, facts: Facts): string {
  const items = listStart.test(block) ? block.split(/\n(?=(?:[-*+]|\d+[.)]) )/) : [block]
  return items
    .map((item) => {
      let isComplete = true
      const unconditional = item.replace(condition, (whole, word: string, name: string) => {
        const isTrue = holds(name, facts)
        if (isTrue === null) return whole
        isComplete &&= isTrue === (word === 'if')
        return ''
      })
      const text = unconditional.replace(variable, (whole, name: string) => {
        if (!isKeyOf(variables, name)) return whole
        const value = variables[name](facts)
        isComplete &&= value !== ''
        return value
      })
      return isComplete ? text : ''
    })
    .filter((item) => item !== '')
    .join('\n')
}

/** @returns null for an unknown name. */
function holds(name: string, facts: Facts): boolean | null {
  if (isKeyOf(conditions, name)) return conditions[name](facts)
  return isKeyOf(variables, name) ? variables[name](facts) !== '' : null
}

const condition = /\{\{\s*(if|unless)\s+(\w+)\s*\}\}\s?/g
const variable = /\{\{\s*(\w+)\s*\}\}/g
const singleHeading = /^#{1,6} [^\n]*\n?$/
const listStart = /^(?:[-*+]|\d+[.)]) /

/** Empty for 0, which stands for never. */
const positive = (count: number) => (count > 0 ? String(count) : '')

/** Escapes a text for Markdown, also inside the URL of a link. */
const literal = (text: string) => text.replace(/[\\`*_{}[\]()<>#+\-.!|~&"']/g, '\\$&')

/** Lines stay lines. */
const literalLines = (text: string) => text.split('\n').map(literal).join('\\\n')
