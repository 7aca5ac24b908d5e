import type { User } from '../../../contract/entities/ownUser.ts'
import { errors } from '../../../contract/errors.ts'
import { getOwnAccount } from '../../core/accounts/getUser.ts'
import type { ImageServices } from '../../core/images/store.ts'
import { storeUpload } from '../../core/images/upload.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { replacePicture } from '../../core/users/replacePicture.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { pictureRefusal } from './policy.ts'

/** @throws Refused with `user_not_found`, or with `not_owner` to everyone but the user. */
async function enforceOwner(db: Db, member: Viewer, username: string): Promise<void> {
  const user = await db
    .selectFrom('users')
    .where('username_key', '=', username.toLowerCase())
    .select('id')
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
  enforce(pictureRefusal(member, user))
}

/**
 * Replaces the member's picture by an upload. If that is refused, the old one stays.
 *
 * @param sent.path the temporary file; null when the request had none.
 * @throws Refused with `user_not_found`, `not_owner` or one of `pictureErrors`, or with 429 when too many pictures
 *   wait to be converted.
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
 * Removes the member's own picture, if there is one.
 *
 * @throws Refused with `user_not_found` or `not_owner`.
 */
export async function removePicture(db: Db, member: Viewer, username: string): Promise<User> {
  await enforceOwner(db, member, username)
  await replacePicture(db, member.id, null)
  return getOwnAccount(db, member)
}
