import type { User } from '../../contract/entities/ownUser.ts'
import { errors } from '../../contract/errors.ts'
import { moderatedByAuthor } from '../communities/read.ts'
import { asForGuests, communityView } from '../communities/view.ts'
import { compileOnce } from '../database/compileOnce.ts'
import type { Db } from '../database/connection.ts'
import { Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { accountColumns, userView } from './view.ts'

/** All accounts, to be narrowed to one; under the alias `author`, with all of its columns. */
export const accounts = (db: Db) => db.selectFrom('users as author').select(accountColumns)

const profiles = (db: Db) => accounts(db).select(moderatedByAuthor().as('moderated'))

type Profile = Awaited<ReturnType<ReturnType<typeof profiles>['executeTakeFirstOrThrow']>>

const profileView = (profile: Profile, viewer: Viewer | null): User => ({
  ...userView(profile, viewer),
  moddingList: profile.moderated.map((community) => communityView(community, asForGuests)),
})

/**
 * The user of this name in any case, with the communities they moderate. A deleted account is still found
 * by its name, which it keeps here (API contract 4.2).
 */
export async function getUser(db: Db, username: string, viewer: Viewer | null): Promise<User> {
  const profile = await profiles(db)
    .where('author.username_key', '=', username.toLowerCase())
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
  return { ...profileView(profile, viewer), username: profile.author_username }
}

const profileOf = compileOnce((db, { id }: { id: string }) => profiles(db).where('author.id', '=', id))

/** The viewer's own account with the communities they moderate. Every member asks every five seconds. */
export async function getOwnUser(db: Db, viewer: Viewer): Promise<User> {
  const [profile] = await profileOf(db, { id: viewer.id })
  if (!profile) throw new Refused(errors.userNotFound)
  return profileView(profile, viewer)
}
