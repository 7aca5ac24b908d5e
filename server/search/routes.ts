import { type Route, route } from '../http/route.ts'
import { itemsViewFor } from '../lists/items.ts'
import { search } from './read.ts'

export const searchRoutes: readonly Route[] = [
  route('search', (call) =>
    search(call.db, call.query, {
      views: itemsViewFor(call),
      viewer: call.viewer,
      pageSize: call.config.pageSize,
    }),
  ),
]
