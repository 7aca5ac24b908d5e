import { type Route, route } from '../../core/api/route.ts'
import { getMemberHistory } from './history.ts'
import { addMemberNote, deleteMemberNote } from './notes.ts'

export const memberHistoryRoutes: readonly Route[] = [
  route('getMemberHistory', ({ db, viewer, params, query }) =>
    getMemberHistory(db, viewer, { ...params, ...query }),
  ),
  route('addMemberNote', ({ db, viewer, params, body }) => addMemberNote(db, viewer, { ...params, ...body })),
  route('deleteMemberNote', ({ db, viewer, params }) => deleteMemberNote(db, viewer, params)),
]
