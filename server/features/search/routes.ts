import { type Route, route } from '../../core/api/route.ts'
import { itemsViewAs } from '../../core/comments/itemsView.ts'
import { search } from './search.ts'

export const searchRoutes: readonly Route[] = [
  route(
    'search',
    (call) =>
      search(call.db, call.query, {
        views: itemsViewAs(call.viewAs),
        viewer: call.viewer,
        pageSize: call.config.pageSize,
      }),
    { mayBeOld: 'forAll' },
  ),
]
