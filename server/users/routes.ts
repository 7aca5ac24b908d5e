import { errors } from '../../contract/errors.ts'
import { changePassword } from '../accounts/changePassword.ts'
import { Refused } from '../http/refused.ts'
import { type Route, route } from '../http/route.ts'
import { itemsViewFor } from '../lists/items.ts'
import { giveBadge, takeBadge } from './badges.ts'
import { deleteAccount } from './delete.ts'
import { readUserFeed } from './feed.ts'
import { removePicture, setPicture } from './picture.ts'
import { getUser, pollOwnUser } from './read.ts'
import { updateProfile } from './settings.ts'

export const userRoutes: readonly Route[] = [
  route('getOwnUser', pollOwnUser),
  route('getUser', (call) => getUser(call, { ...call.params, ...call.query }, call.viewer)),
  route('deleteUser', deleteAccount),
  route('getUserFeed', (call) =>
    readUserFeed(
      call.db,
      { ...call.params, ...call.query },
      { viewer: call.viewer, views: itemsViewFor(call), pageSize: call.config.pageSize },
    ),
  ),
  route('setProfilePicture', (call) => setPicture(call, call.viewer, { ...call.params, path: call.upload })),
  route('deleteProfilePicture', ({ db, viewer, params }) => removePicture(db, viewer, params.username)),
  route('addBadge', ({ db, viewer, params, body }) => giveBadge(db, viewer, { ...params, ...body })),
  route('removeBadge', ({ db, viewer, params: { username, badgeId }, query }) =>
    takeBadge(db, viewer, { username, ...(query.byType === 'true' ? { type: badgeId } : { id: badgeId }) }),
  ),
  route('updateSettings', (call) => {
    if (call.query.action === 'changePassword') return changePassword(call)
    if (call.query.action !== 'updateProfile') throw new Refused(errors.invalidAction)
    return updateProfile(call.db, call.viewer, call.body)
  }),
]
