import { type Route, route } from '../http/route.ts'
import { addModerator } from './add.ts'
import { listModerators } from './read.ts'
import { removeModerator } from './remove.ts'

export const moderatorRoutes: readonly Route[] = [
  route('listModerators', ({ db, params }) => listModerators(db, params.communityId)),
  route('addModerator', ({ db, viewer, params, body }) => addModerator(db, viewer, { ...params, ...body })),
  route('removeModerator', ({ db, viewer, params }) => removeModerator(db, viewer, params)),
]
