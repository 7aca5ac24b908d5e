import { commentLimitEndpoints } from '../../../contract/endpoints/commentLimits.ts'
import { describeAuthorization } from '../../../tests/support/authorization.ts'

const limits = { slowMode: { seconds: 60, hours: 1 }, commenters: { who: 'members' } }

describeAuthorization({
  endpoints: commentLimitEndpoints,
  table: `
                               guest  banned  member  author  elsewhere  moderator  admin  needs
  limitComments                  401     403     403     403        403        200    200  content
  limitCommentsInCommunity       401     403     403     403        403        200    200  settings
`,
  calls: {
    limitComments: async (who, { post }) =>
      who.put(`/api/posts/${(await post()).publicId}/comment-limits`, limits),
    limitCommentsInCommunity: async (who, { birding }) =>
      who.put(`/api/communities/${await birding()}/comment-limits`, limits),
  },
})
