import { type Route, route } from '../../core/api/route.ts'
import { itemsViewAs } from '../../core/comments/itemsView.ts'
import { countResults } from './counts.ts'
import { search } from './search.ts'
import { suggest } from './suggestions.ts'

export const searchRoutes: readonly Route[] = [
  route(
    'search',
    (call) => search(call, call.query, { views: itemsViewAs(call.viewAs), pageSize: call.config.pageSize }),
    { fromReplica: 'forAll' },
  ),
  route('suggest', ({ db, viewer, query }) => suggest(db, viewer, query.q ?? ''), { fromReplica: 'forAll' }),
  route('countResults', ({ db, viewer, query }) => countResults(db, viewer, query.q ?? ''), {
    fromReplica: 'forAll',
  }),
]
