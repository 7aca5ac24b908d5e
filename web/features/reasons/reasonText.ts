import { t } from '../../../contract/texts/t.ts'
import { unmarkedAiReason } from '../../../contract/words.ts'

/** A reason of a new site, which the rules of a community replace: each of them says more. */
export const anyRule = 'Breaks community rules'

const known = (): Readonly<Record<string, string>> => ({
  [anyRule]: t('Breaks community rules'),
  'Copyright violation': t('Copyright violation'),
  Spam: t('Spam'),
  Pornography: t('Pornography'),
  [unmarkedAiReason]: t('Not marked as made with AI'),
})

/** A reason for a report in the language of the reader. What an admin or a moderator wrote stays as it is. */
export function reasonText(title: string): string {
  const texts = known()
  return Object.hasOwn(texts, title) ? (texts[title] ?? title) : title
}
