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
        'Get {count, plural, one {# more upvote} other {# more upvotes}} from established members, or report what moderators then remove.',
        { count },
      ),
    ageDays: (count) =>
      t('Your account has to be {count, plural, one {# day} other {# days}} older.', { count }),
    removals: () => t('Too many of your posts and comments were removed in the last 90 days.'),
    bans: () => t('You are banned at the moment.'),
  }
  return Object.entries(missing).map(([kind, count]) => texts[kind as keyof Missing](count))
}

/** What can need a level. */
export const abilityTexts = (): Record<Trust['abilities'][number]['ability'], string> => ({
  links: t('Post links'),
  images: t('Post images'),
  mentions: t('Mention members'),
  messages: t('Start messages to moderators'),
  communities: t('Create communities'),
})
