import { getUser, pollOwnUser } from '../../core/accounts/getUser.ts'
import { type Route, route } from '../../core/api/route.ts'
import { answerBotOwner, giveBadge, takeBadge } from './badges.ts'
import { removePicture, setPicture } from './picture.ts'

export const userRoutes: readonly Route[] = [
  route('getOwnUser', pollOwnUser),
  route('getUser', (call) => getUser(call, { ...call.params, ...call.query }, call.viewer), {
    fromReplica: 'forAll',
  }),
  route('setProfilePicture', (call) => setPicture(call, call.viewer, { ...call.params, path: call.upload })),
  route('deleteProfilePicture', ({ db, viewer, params }) => removePicture(db, viewer, params.username)),
  route('addBadge', ({ db, viewer, params, body }) => giveBadge(db, viewer, { ...params, ...body })),
  route('answerBotOwner', ({ db, viewer, params, body }) =>
    answerBotOwner(db, viewer, { ...params, ...body }),
  ),
  route('removeBadge', ({ db, viewer, params: { username, badgeId }, query }) =>
    takeBadge(db, viewer, { username, ...(query.byType === 'true' ? { type: badgeId } : { id: badgeId }) }),
  ),
]
