import { type Route, route } from '../../core/api/route.ts'
import { listCommentVersions, listPostVersions } from './list.ts'

export const editHistoryRoutes: readonly Route[] = [
  route('listPostVersions', (call) =>
    listPostVersions(call.db, call.viewer, { ...call.params, ...call.query }, call.settings.editHistory),
  ),
  route('listCommentVersions', (call) =>
    listCommentVersions(call.db, call.viewer, { ...call.params, ...call.query }, call.settings.editHistory),
  ),
]
