import type { GroupKind } from '../../../contract/groupKinds.ts'

/** A community that an admin may make at first; both texts can be edited before. */
export interface Suggestion {
  readonly name: string
  readonly about: string
}

/** Communities that groups of each kind often need, the most usual ones first. */
export const communitySuggestions: Readonly<Record<GroupKind, readonly Suggestion[]>> = {
  town: [
    { name: 'LocalNews', about: 'What happens here, and what is planned.' },
    { name: 'Events', about: 'Markets, concerts, meetings: what is on, and when.' },
    { name: 'Questions', about: 'Who knows a plumber? Ask the neighbours.' },
    { name: 'GiveAndTake', about: 'Things to give away, to lend and to sell.' },
    { name: 'LostAndFound', about: 'Keys, cats, gloves: lost or found.' },
  ],
  club: [
    { name: 'Noticeboard', about: 'Dates and decisions that all members should know.' },
    { name: 'Meetings', about: 'What comes up next, and what was said.' },
    { name: 'Introductions', about: 'New here? Tell us who you are.' },
    { name: 'Pictures', about: 'Photos of what we do together.' },
  ],
  school: [
    { name: 'Noticeboard', about: 'Dates and changes that everybody should know.' },
    { name: 'Homework', about: 'Questions about lessons, and hints rather than solutions.' },
    { name: 'Clubs', about: 'Sports, music, theatre: what one can join.' },
    { name: 'Ideas', about: 'What could be better here.' },
  ],
  project: [
    { name: 'Releases', about: 'What is new, and what is coming.' },
    { name: 'Questions', about: 'How do I do this? Ask, and look for answers.' },
    { name: 'Ideas', about: 'What should be added or changed.' },
    { name: 'ShowAndTell', about: 'What people have made with it.' },
  ],
  open: [
    { name: 'Introductions', about: 'New here? Tell us who you are.' },
    { name: 'Conversation', about: 'Everything that fits nowhere else.' },
    { name: 'WorldNews', about: 'What happened, with a link to the source.' },
    { name: 'Questions', about: 'Ask anything; someone will know.' },
    { name: 'AboutThisForum', about: 'How this place should work.' },
  ],
}
