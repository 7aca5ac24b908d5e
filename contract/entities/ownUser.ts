import { type Static, Type } from 'typebox'
import { Community } from './community.ts'
import { Int, Nullable } from './schema.ts'
import { Author } from './user.ts'

/** A user with the communities they moderate; a file of its own because communities name users too. */
export const User = Type.Object({
  ...Author.properties,
  moddingList: Nullable(Type.Array(Community)),
  /** Only for our own pages (`render=page`). */
  aboutHtml: Type.Optional(Nullable(Type.String())),
  /** Only in the detail view of admins (`adminsView=true`): the how-many-eth account, its push subscriptions, … */
  userIndex: Type.Optional(Int),
  webPushSubscriptionsCount: Type.Optional(Int),
  /** … and who deleted it. */
  deletedBy: Type.Optional(Nullable(Type.String())),
})
export type User = Static<typeof User>
