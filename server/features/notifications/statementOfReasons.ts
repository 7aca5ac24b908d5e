import { basisSentence, redressSentence } from '../../../contract/noticeTexts.ts'
import { t } from '../../../contract/texts/t.ts'
import type { ActionBasis, AppealAct } from '../../../contract/words.ts'

/** What the statement depends on. */
interface ActionFacts {
  readonly aboutCommentId: string | null
  readonly details: {
    readonly rule?: string
    readonly reason?: string
    readonly isErased?: boolean
    readonly basis?: ActionBasis
  }
}

/**
 * What the author of a removed or locked text, or a banned member, reads besides rule and reason: what it means and for how long, what
 * led to it, and what they can do about it (Regulation (EU) 2022/2065, article 17).
 *
 * @returns sentences in plain text, without anything that people wrote.
 */
export const statementOfReasons = (act: AppealAct, { aboutCommentId, details }: ActionFacts): string[] => [
  ...(details.rule || details.reason ? [] : [t('No reason was given.')]),
  ...effects[act]({ isComment: aboutCommentId !== null, isErased: details.isErased ?? false }),
  basisSentence(details.basis ?? null),
  `${t('You can appeal once, under Appeals in the menu of your account.')} ${redressSentence()}`,
]

const effects: Record<AppealAct, (facts: { isComment: boolean; isErased: boolean }) => string[]> = {
  removal: ({ isErased }) => [
    isErased
      ? t('Its content was erased and cannot be restored.')
      : t('Readers cannot see it unless it is restored.'),
  ],
  lock: ({ isComment }) => [
    isComment
      ? t('Nobody can reply to it, or to anything below it, until it is unlocked.')
      : t('Nobody can comment or vote there until it is unlocked.'),
  ],
  // Their kind and end are said with them.
  ban: () => [],
}
