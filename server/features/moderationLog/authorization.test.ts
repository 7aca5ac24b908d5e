import { moderationLogEndpoints } from '../../../contract/endpoints/moderationLog.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'

/** Everyone can read the log; if a community chose so, only admins see the names. */
const table = `
                                          guest  banned  member  author  elsewhere  moderator  admin
  listModerationLog                         200     200     200     200        200        200    200
  listModerationLog by the moderator        200     200     200     200        200        200    200
  listModerationLog by one not named        403     403     403     403        403        403    200
`

const byModerator: Call = async (who, { post, moderator }) => {
  const { communityId } = (await who.get(`/api/posts/${(await post()).publicId}`)).json()
  return who.get(`/api/modlog?communityId=${communityId}&moderator=${moderator.username}`)
}

const calls: Record<string, Call> = {
  listModerationLog: (who) => who.get('/api/modlog'),
  'listModerationLog by the moderator': byModerator,
  'listModerationLog by one not named': async (who, scene) => {
    const tell = (moderation_log_names: boolean) =>
      scene.forum.db
        .updateTable('communities')
        .set({ moderation_log_names })
        .where('name', '=', 'birding')
        .execute()
    await tell(false)
    const answer = await byModerator(who, scene)
    await tell(true)
    return answer
  },
}

describeAuthorization({ endpoints: moderationLogEndpoints, table, calls })
