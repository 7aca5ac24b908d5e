import { listText } from '../../../contract/texts/list.ts'
import { t } from '../../../contract/texts/t.ts'

const settings = (): Record<string, string> => ({
  about: t('description'),
  nsfw: t('not safe for work'),
  postingRestricted: t('who can post'),
  moderationLogNames: t('names in this log'),
  removalReasonRequired: t('reasons for removals'),
  downvoters: t('who can downvote'),
  scoreHiddenMinutes: t('hidden points'),
  madeWithAi: t('content made with AI'),
  signupsDisabled: t('sign-ups'),
  torBlocked: t('Tor access'),
})

/** `imagesPerPost` as "images per post". */
const inWords = (name: string): string => name.replace(/[A-Z]|\d+/g, (part) => ` ${part.toLowerCase()}`)

/** The settings that were changed, by their labels where they have one. */
export const settingNames = (changed: readonly string[]): string =>
  listText(changed.map((name) => settings()[name] ?? inWords(name)))

/** A network in CIDR notation, or a plain address for a network of one address. */
export const shortUrl = (network: string): string => network.replace(/(?<=^[\d.]+)\/32$|(?<=:.*)\/128$/, '')
