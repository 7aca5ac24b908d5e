import { type Route, route } from '../../core/api/route.ts'
import { parseId } from '../../platform/http/ids.ts'
import { voteComment } from './comment.ts'
import { countVote } from './limitOfMember.ts'
import { votePost } from './post.ts'

export const voteRoutes: readonly Route[] = [
  route('votePost', async (call) => {
    const postId = parseId(call.body.postId)
    await countVote(call, { kind: 'post', id: postId, vote: call.body })
    const vote = { member: call.viewer, rules: call.settings, ...call.body, postId }
    return votePost(call.db, vote, call.viewAs)
  }),
  route('voteComment', async (call) => {
    const commentId = parseId(call.body.commentId)
    await countVote(call, { kind: 'comment', id: commentId, vote: call.body })
    const vote = { member: call.viewer, rules: call.settings, ...call.body, commentId }
    return voteComment(call.db, vote, call.viewAs)
  }),
]
