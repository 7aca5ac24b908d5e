import { commentLimitEndpoints } from '../../../contract/endpoints/commentLimits.ts'
import { describeRefusals } from '../../../tests/support/refusals.ts'

const ended = { slowMode: null }

describeRefusals(commentLimitEndpoints, {
  limitComments: {
    postNotFound: ({ moderator }) => moderator.put('/api/posts/nowhere1/comment-limits', ended),
    neitherAdminNorModerator: async ({ member, post }) =>
      member.put(`/api/posts/${(await post()).publicId}/comment-limits`, ended),
  },
  limitCommentsInCommunity: {
    invalidId: ({ moderator }) => moderator.put('/api/communities/birding/comment-limits', ended),
    communityNotFound: ({ moderator }) => moderator.put('/api/communities/99999999/comment-limits', ended),
    neitherAdminNorModerator: async ({ member, birding }) =>
      member.put(`/api/communities/${await birding()}/comment-limits`, ended),
  },
})
