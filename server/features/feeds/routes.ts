import { type Route, route } from '../../core/api/route.ts'
import { asExcerpts } from '../../core/api/viewAs.ts'
import { itemsViewAs } from '../../core/comments/itemsView.ts'
import { listFeed } from './listFeed.ts'
import { listModeratedPosts } from './moderatedPosts.ts'
import { listUserFeed } from './userFeed.ts'

export const feedRoutes: readonly Route[] = [
  route(
    'listPosts',
    (call) => {
      const { config, settings } = call
      return listFeed(call, call.query, {
        to: asExcerpts(call.viewAs),
        pageSize: config.pageSize,
        defaultSort: settings.defaultFeedSort,
      })
    },
    { fromReplica: 'forAll' },
  ),
  route('listModeratedPosts', (call) =>
    listModeratedPosts(call.db, call.viewer, call.query, {
      ...call.viewAs,
      pageSize: call.config.pageSize,
    }),
  ),
  route(
    'getUserFeed',
    (call) =>
      listUserFeed(
        call,
        { ...call.params, ...call.query },
        { viewer: call.viewer, views: itemsViewAs(call.viewAs), pageSize: call.config.pageSize },
      ),
    { fromReplica: 'forAll' },
  ),
]
