import type { Trust } from '../../../contract/entities/trust.ts'
import { t } from '../../../contract/texts/t.ts'

type Missing = NonNullable<Trust['next']>['missing']

/** What is missing for the next level, a sentence each. */
export function missingTexts(missing: Missing): string[] {
  const texts: Record<keyof Missing, (count: number) => string> = {
    daysVisited: (count) => t('Visit on {count, plural, one {# more day} other {# more days}}.', { count }),
    postsRead: (count) => t('Read {count, plural, one {# more post} other {# more posts}}.', { count }),
    approvals: (count) =>
      t(
        'Get {count, plural, one {# more upvote} other {# more upvotes}} from established members, or report content that moderators remove.',
        { count },
      ),
    ageDays: (count) => t('Wait {count, plural, one {# more day} other {# more days}}.', { count }),
    removals: () => t('Too many of your posts and comments were removed in the last 90 days.'),
    bans: () => t("You're currently banned."),
  }
  return Object.entries(missing).map(([kind, count]) => texts[kind as keyof Missing](count))
}

/** What can need a level. */
export const abilityTexts = (): Record<Trust['abilities'][number]['ability'], string> => ({
  links: t('Post links'),
  images: t('Post images'),
  mentions: t('Mention members'),
  messages: t('Start conversations with moderators'),
  communities: t('Create communities'),
})
