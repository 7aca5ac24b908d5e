import { type Route, route } from '../../core/api/route.ts'
import { parseId } from '../../platform/http/ids.ts'
import { serializeByKey } from '../../platform/http/serializeByKey.ts'
import { voteComment } from './comment.ts'
import { votePost } from './post.ts'

export const voteRoutes: readonly Route[] = [
  route('votePost', (call) => {
    const postId = parseId(call.body.postId)
    const press = { member: call.viewer, postId, up: call.body.up, established: call.config }
    return serializeByKey(`post ${postId}`, () => votePost(call.db, press, call.viewAs))
  }),
  route('voteComment', (call) => {
    const commentId = parseId(call.body.commentId)
    const press = { member: call.viewer, commentId, up: call.body.up, established: call.config }
    return serializeByKey(`comment ${commentId}`, () => voteComment(call.db, press, call.viewAs))
  }),
]
