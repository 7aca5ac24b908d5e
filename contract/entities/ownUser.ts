import { type Static, Type } from 'typebox'
import { languages } from '../languages.ts'
import { moderatedCommunitiesShown } from '../limitValues.ts'
import { keysOf } from '../objects.ts'
import { commentSorts } from '../words.ts'
import { Community } from './community.ts'
import { int, listOf, Nullable, oneOf, ownPagesOnly, text, time } from './schema.ts'
import { Author } from './user.ts'

const onlyDetailed = 'Only with `adminsView=true`'

/** A user with the communities they moderate; a file of its own because communities refer to users, too. */
export const User = Type.Object({
  ...Author.properties,
  aboutMe: Nullable(text('What the user says about themselves, in Markdown.')),
  moddingList: Nullable(
    listOf(
      Community,
      `The communities that the user moderates, by name, at most ${moderatedCommunitiesShown}, if one user is requested; otherwise null. For your own account, the communities whose posts and comments you moderate.`,
    ),
  ),
  emailRefusedAt: Type.Optional(
    Nullable(
      time(
        'When a mail server last refused a mail to the address, or returned it; null if it has accepted one since. For the user themselves and for admins.',
      ),
    ),
  ),
  commentSort: Type.Optional(
    oneOf(commentSorts, 'In which order the user reads comments. For the user themselves and for admins.'),
  ),
  language: Type.Optional(
    Nullable(
      oneOf(
        keysOf(languages),
        'The language that the user chose for pages and mails; null for that of the browser. For the user themselves and for admins.',
      ),
    ),
  ),
  botOwner: Type.Optional(
    text(
      'The name of the member who runs the account, if it is labeled as a bot and they confirmed it or an admin named them; otherwise absent. An addition of ours.',
    ),
  ),
  botOwnerAsked: Type.Optional(
    text(
      'The name of the member whom the bot names, as long as they have not confirmed that they run it. For them, the bot and admins; otherwise absent. An addition of ours.',
    ),
  ),
  aboutHtml: Type.Optional(Nullable(text(`${ownPagesOnly}: \`aboutMe\` as HTML.`))),
  userIndex: Type.Optional(
    int(`${onlyDetailed}: the position of the account in the order of creation, from 1.`),
  ),
  webPushSubscriptionsCount: Type.Optional(int(`${onlyDetailed}: how many push subscriptions the user has.`)),
  deletedBy: Type.Optional(Nullable(text(`${onlyDetailed}: the name of the user who deleted the account.`))),
})
export type User = Static<typeof User>
