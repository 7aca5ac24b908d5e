import type { User } from '../../contract/entities/ownUser.ts'
import { errors } from '../../contract/errors.ts'
import type { Db } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { replacePicture } from '../images/profile.ts'
import type { ImageServices } from '../images/store.ts'
import { storeUpload } from '../images/upload.ts'
import { pictureRefusal } from './policy.ts'
import { getOwnAccount } from './read.ts'

/** @throws Refused with `user_not_found`, or with `not_owner` to everybody but the user. */
async function enforceOwner(db: Db, member: Viewer, username: string): Promise<void> {
  const user = await db
    .selectFrom('users')
    .where('username_key', '=', username.toLowerCase())
    .select('id')
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
  enforce(pictureRefusal(member, user))
}

/**
 * Makes the picture that a member sent their own, in place of the one before; that stays if the new one cannot be read.
 *
 * @param sent.path the file; null when there came none.
 * @throws Refused with `user_not_found`, `not_owner` or `unsupported_image`, or with 429 when the server has more
 *   pictures to read than it should.
 */
export async function setPicture(
  services: ImageServices,
  member: Viewer,
  sent: { username: string; path: string | null },
): Promise<User> {
  const { db } = services
  await enforceOwner(db, member, sent.username)
  const { id } = await storeUpload(services, { path: sent.path, use: 'profile', uploaderId: member.id })
  await replacePicture(db, member.id, id)
  return getOwnAccount(db, member)
}

/**
 * Takes the member's own picture away, if there is one.
 *
 * @throws Refused with `user_not_found` or `not_owner`.
 */
export async function removePicture(db: Db, member: Viewer, username: string): Promise<User> {
  await enforceOwner(db, member, username)
  await replacePicture(db, member.id, null)
  return getOwnAccount(db, member)
}
