import { type Route, route } from '../../core/api/route.ts'
import { deleteDraft, getDraft, listDrafts, saveDraft } from './drafts.ts'

export const draftRoutes: readonly Route[] = [
  route('listDrafts', ({ db, viewer }) => listDrafts(db, viewer.id)),
  route('getDraft', ({ db, viewer, params }) => getDraft(db, viewer.id, params.place)),
  route('saveDraft', ({ db, viewer, params, body }) => saveDraft(db, viewer.id, params.place, body)),
  route('deleteDraft', ({ db, viewer, params }) => deleteDraft(db, viewer.id, params.place)),
]
