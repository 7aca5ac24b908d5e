import { sql } from 'kysely'
import { moderatorEndpoints } from '../../../contract/endpoints/moderators.ts'
import { limits } from '../../../contract/limits.ts'
import { moderatorPermissions } from '../../../contract/words.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import { idOfBirding } from '../../../tests/support/rules.ts'
import type { Scene } from '../../../tests/support/scene.ts'

const unknown = '99999999'

const add =
  (username?: string, who: 'member' | 'moderator' = 'moderator') =>
  async (scene: Scene) =>
    scene[who].post(`/api/communities/${await idOfBirding(scene)}/mods`, { username })

const remove =
  (username: string, who: 'member' | 'moderator' = 'moderator') =>
  async (scene: Scene) =>
    scene[who].delete(`/api/communities/${await idOfBirding(scene)}/mods/${username}`)

const none = { permissions: [] }
const permit =
  (username: string, who: 'member' | 'moderator' = 'moderator') =>
  async (scene: Scene) =>
    scene[who].put(`/api/communities/${await idOfBirding(scene)}/mods/${username}/permissions`, none)

const list = (communityId: string) => (scene: Scene) =>
  scene.guest.get(`/api/communities/${communityId}/mods`)

const provocations: Provocations<typeof moderatorEndpoints> = {
  listModerators: { invalidId: list('birding'), communityNotFound: list(unknown) },
  addModerator: {
    invalidId: ({ moderator }) => moderator.post('/api/communities/birding/mods', { username: 'member_m' }),
    communityNotFound: ({ moderator }) =>
      moderator.post(`/api/communities/${unknown}/mods`, { username: 'member_m' }),
    emptyUsername: add(),
    userNotFound: add('nobody_here'),
    notModeratorNorAdmin: add('wren_writes', 'member'),
    userBanned: async (scene) => {
      const { id, username } = await scene.forum.member('banned_from_site')
      await scene.forum.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', id).execute()
      return add(username)(scene)
    },
    bannedFromCommunity: add('banned_b'),
    tooManyModerators: async (scene) => {
      const { db } = scene.forum
      await sql`
        with crowd as (
          insert into users (username)
          select 'crowd_' || n from generate_series(1, ${limits.moderatorsPerCommunityMax}::integer) as n
          returning id)
        insert into moderators (community_id, user_id, position)
        select ${await idOfBirding(scene)}::bigint, id, 100 + row_number() over (order by id) from crowd`.execute(
        db,
      )
      return add('wren_writes')(scene)
    },
  },
  removeModerator: {
    invalidId: ({ moderator }) => moderator.delete('/api/communities/birding/mods/member_m'),
    communityNotFound: ({ moderator }) => moderator.delete(`/api/communities/${unknown}/mods/member_m`),
    userNotFound: remove('nobody_here'),
    notModeratorNorAdmin: remove('moderator_m', 'member'),
    lowerModerator: remove('founder1'),
  },
  listModeratorPermissions: {
    invalidId: ({ moderator }) => moderator.get('/api/communities/birding/mods/permissions'),
    communityNotFound: ({ moderator }) => moderator.get(`/api/communities/${unknown}/mods/permissions`),
    neitherAdminNorModerator: async (scene) =>
      scene.member.get(`/api/communities/${await idOfBirding(scene)}/mods/permissions`),
  },
  setModeratorPermissions: {
    invalidId: ({ moderator }) => moderator.put('/api/communities/birding/mods/member_m/permissions', none),
    communityNotFound: ({ moderator }) =>
      moderator.put(`/api/communities/${unknown}/mods/member_m/permissions`, none),
    userNotFound: permit('nobody_here'),
    notModeratorNorAdmin: permit('moderator_m', 'member'),
    notAModerator: permit('member_m'),
    lowerModerator: permit('founder1'),
    permissionNotOwn: async (scene) => {
      const below = await scene.forum.member('moderator_below')
      await scene.forum.db
        .insertInto('moderators')
        .values({ community_id: await idOfBirding(scene), user_id: below.id, position: 999, permissions: [] })
        .execute()
      const own = (permissions: string[]) =>
        scene.forum.db
          .updateTable('moderators')
          .set({ permissions })
          .where('user_id', '=', scene.moderator.id)
          .execute()
      await own(['members'])
      const answer = await scene.moderator.put(
        `/api/communities/${await idOfBirding(scene)}/mods/moderator_below/permissions`,
        { permissions: ['content'] },
      )
      await own([...moderatorPermissions])
      return answer
    },
  },
}

// [ACC-8-017]
describeRefusals(moderatorEndpoints, provocations)
