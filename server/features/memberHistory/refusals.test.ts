import { sql } from 'kysely'
import { memberHistoryEndpoints } from '../../../contract/endpoints/memberHistory.ts'
import { limits } from '../../../contract/limits.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import type { Scene } from '../../../tests/support/scene.ts'

const history =
  (by: 'moderator' | 'member', { community = '', username = 'wren_writes', query = '' } = {}) =>
  async (scene: Scene) =>
    scene[by].get(
      `/api/communities/${community || (await scene.birding())}/members/${username}/history${query}`,
    )
const note =
  (by: 'moderator' | 'member', { community = '', username = 'wren_writes', text = 'Careful.' } = {}) =>
  async (scene: Scene) =>
    scene[by].post(`/api/communities/${community || (await scene.birding())}/members/${username}/notes`, {
      text,
    })
const remove =
  (by: 'moderator' | 'member', community = '') =>
  async (scene: Scene) =>
    scene[by].delete(`/api/communities/${community || (await scene.birding())}/member_notes/99999`)

const provocations: Provocations<typeof memberHistoryEndpoints> = {
  getMemberHistory: {
    invalidId: history('moderator', { community: 'x' }),
    communityNotFound: history('moderator', { community: '99999' }),
    neitherAdminNorModerator: history('member'),
    invalidCursor: history('moderator', { query: '?next=x' }),
    userNotFound: history('moderator', { username: 'nobody_n' }),
  },
  addMemberNote: {
    invalidId: note('moderator', { community: 'x' }),
    communityNotFound: note('moderator', { community: '99999' }),
    neitherAdminNorModerator: note('member'),
    emptyMemberNote: note('moderator', { text: ' ' }),
    userNotFound: note('moderator', { username: 'nobody_n' }),
    noteAboutYourself: async (scene) => note('moderator', { username: scene.moderator.username })(scene),
    tooManyMemberNotes: async (scene) => {
      await sql`insert into member_notes (community_id, member_id, author_id, body)
        select ${await scene.birding()}, ${scene.author.id}, ${scene.moderator.id}, 'Careful.'
        from generate_series(1, ${limits.memberNotesMax}::integer)`.execute(scene.forum.db)
      return note('moderator')(scene)
    },
  },
  deleteMemberNote: {
    invalidId: remove('moderator', 'x'),
    communityNotFound: remove('moderator', '99999'),
    neitherAdminNorModerator: remove('member'),
    memberNoteNotFound: remove('moderator'),
  },
}

describeRefusals(memberHistoryEndpoints, provocations)
