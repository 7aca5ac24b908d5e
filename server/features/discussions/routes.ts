import { type Route, route } from '../../core/api/route.ts'
import { getCommentRow } from '../../core/comments/queries.ts'
import { commentView } from '../../core/comments/serialize.ts'
import { enforceReading } from '../../core/permissions/bans.ts'
import { parseId } from '../../platform/http/ids.ts'
import { listComments, listReplies } from './listComments.ts'
import { getPostWithComments } from './postWithComments.ts'

export const discussionRoutes: readonly Route[] = [
  route(
    'getPost',
    (call) => getPostWithComments(call, { publicId: call.params.publicId, ...call.query }, call.viewAs),
    { fromReplica: 'forGuests' },
  ),
  route(
    'listComments',
    (call) => listComments(call, { publicId: call.params.publicId, ...call.query }, call.viewAs),
    { fromReplica: 'forGuests' },
  ),
  route('listReplies', (call) => listReplies(call.db, { ...call.params, ...call.query }, call.viewAs), {
    fromReplica: 'forAll',
  }),
  route(
    'getComment',
    async (call) => {
      const to = call.viewAs
      const options = { viewerId: call.viewer?.id ?? null, format: to.format }
      const comment = await getCommentRow(call.db, parseId(call.params.commentId), options)
      enforceReading(call.viewer, comment.community_id)
      return commentView(comment, to)
    },
    { fromReplica: 'forAll' },
  ),
]
