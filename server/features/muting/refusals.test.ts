import { sql } from 'kysely'
import { muteEndpoints } from '../../../contract/endpoints/mutes.ts'
import { limits } from '../../../contract/limits.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import { manyMembers } from '../../../tests/support/viewer.ts'

const unknown = '99999999'

const provocations: Provocations<typeof muteEndpoints> = {
  listMutes: {},
  mute: {
    invalidId: ({ member }) => member.post('/api/mutes', { userId: 'abc' }),
    userNotFound: ({ member }) => member.post('/api/mutes', { userId: unknown }),
    userDeleted: async ({ forum, member, elsewhere }) => {
      await sql`update users set deleted_at = now() where id = ${elsewhere.id}`.execute(forum.db)
      return member.post('/api/mutes', { userId: elsewhere.id })
    },
    communityNotFound: ({ member }) => member.post('/api/mutes', { communityId: unknown }),
    tooManyMutes: async ({ forum, member, author }) => {
      const crowd = await manyMembers(forum.db, limits.mutesMax)
      const mutes = crowd.map(({ id }) => ({ user_id: member.id, muted_user_id: id }))
      await forum.db.insertInto('user_mutes').values(mutes).execute()
      return member.post('/api/mutes', { userId: author.id })
    },
  },
  unmuteAll: { invalidMuteType: ({ member }) => member.delete('/api/mutes?type=post') },
  unmuteUser: { invalidId: ({ member }) => member.delete('/api/mutes/users/abc') },
  unmuteCommunity: { invalidId: ({ member }) => member.delete('/api/mutes/communities/abc') },
  unmute: { invalidId: ({ member }) => member.delete('/api/mutes/abc') },
}

describeRefusals(muteEndpoints, provocations)
