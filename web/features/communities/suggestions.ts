import type { GroupKind } from '../../../contract/groupKinds.ts'
import { t } from '../../../contract/texts/t.ts'

/** A community that an admin may create at first; both texts can be edited before. */
export interface Suggestion {
  readonly name: string
  readonly about: string
}

/** Communities that groups of each kind often need, the most usual ones first. */
export const communitySuggestions = (): Readonly<Record<GroupKind, readonly Suggestion[]>> => ({
  town: [
    { name: 'LocalNews', about: t('Local news and plans.') },
    { name: 'Events', about: t('Markets, concerts and meetings.') },
    { name: 'Questions', about: t('Know a good plumber? Ask the neighbors.') },
    { name: 'GiveAndTake', about: t('Things to give away, lend or sell.') },
    { name: 'LostAndFound', about: t('Keys, cats and gloves, lost or found.') },
  ],
  club: [
    { name: 'Noticeboard', about: t('Dates and decisions every member should know about.') },
    { name: 'Meetings', about: t('Agendas and minutes.') },
    { name: 'Introductions', about: t('New here? Tell us who you are.') },
    { name: 'Pictures', about: t('Photos of what we do together.') },
  ],
  school: [
    { name: 'Noticeboard', about: t('Dates and changes everyone should know about.') },
    { name: 'Homework', about: t('Questions about class or homework. Hints, not answers.') },
    { name: 'Clubs', about: t('Sports, music, theater and more.') },
    { name: 'Ideas', about: t('Suggest what could be better.') },
  ],
  project: [
    { name: 'Releases', about: t("What's new and what's next.") },
    { name: 'Questions', about: t('Ask how to do something, and find answers.') },
    { name: 'Ideas', about: t('Suggest something to add or change.') },
    { name: 'ShowAndTell', about: t("Show what you've made with it.") },
  ],
  open: [
    { name: 'Introductions', about: t('New here? Tell us who you are.') },
    { name: 'Conversation', about: t("Anything that doesn't fit elsewhere.") },
    { name: 'WorldNews', about: t('News from around the world, with sources.') },
    { name: 'Questions', about: t('Ask anything. Someone will know.') },
    { name: 'AboutThisForum', about: t('How this forum should work.') },
  ],
})
