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
  `${t('You can appeal once, under Appeals in your profile menu.')} ${redressSentence()}`,
]

const effects: Record<AppealAct, (facts: { isComment: boolean; isErased: boolean }) => string[]> = {
  removal: ({ isErased }) => [
    isErased
      ? t("Its content was erased and can't be restored.")
      : t("Readers can't see it unless it's restored."),
  ],
  lock: ({ isComment }) => [
    isComment
      ? t("No one can reply to it or anything below it until it's unlocked.")
      : t("No one can comment or vote on it until it's unlocked."),
  ],
  // Their kind and end are said with them.
  ban: () => [],
}
