import { type Route, route } from '../../core/api/route.ts'
import { listModerators } from '../../core/communities/moderators.ts'
import { addModerator } from './add.ts'
import { listModeratorPermissions, setModeratorPermissions } from './permissions.ts'
import { removeModerator } from './remove.ts'

export const moderatorRoutes: readonly Route[] = [
  route('listModerators', ({ db, params }) => listModerators(db, params.communityId), {
    fromReplica: 'forGuests',
  }),
  route('addModerator', ({ db, viewer, params, body }) => addModerator(db, viewer, { ...params, ...body })),
  route('removeModerator', ({ db, viewer, params }) => removeModerator(db, viewer, params)),
  route('listModeratorPermissions', ({ db, viewer, params }) => listModeratorPermissions(db, viewer, params)),
  route('setModeratorPermissions', ({ db, viewer, params, body }) =>
    setModeratorPermissions(db, viewer, { ...params, ...body }),
  ),
]
