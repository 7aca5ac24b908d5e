import { sql } from 'kysely'
import { modmailEndpoints } from '../../../contract/endpoints/modmail.ts'
import type { Conversation } from '../../../contract/entities/modmail.ts'
import { limits } from '../../../contract/limits.ts'
import { changeSettings } from '../../../tests/support/access.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import type { Scene } from '../../../tests/support/scene.ts'

type Who = 'moderator' | 'member' | 'author'

const list =
  (query: string, by: Who = 'moderator') =>
  async (scene: Scene) =>
    scene[by].get(`/api/modmail?${query.replace('BIRDING', await scene.birding())}`)
const start =
  (by: Who, given: object = {}) =>
  async (scene: Scene) =>
    scene[by].post('/api/modmail', {
      communityId: await scene.birding(),
      subject: 'A question',
      text: 'Why?',
      ...given,
    })
const begun = async (scene: Scene) => `/api/modmail/${(await start('author')(scene)).json<Conversation>().id}`
const answer =
  (by: Who, given: object = {}) =>
  async (scene: Scene) =>
    scene[by].post(`${await begun(scene)}/messages`, { text: 'Because.', ...given })
/** Fills the limit of a member. */
const openConversations = async (scene: Scene, memberId: string) =>
  sql`with begun as (insert into modmail_conversations (community_id, member_id, subject, is_new_to_member, is_new_to_moderators)
    select ${await scene.birding()}, ${memberId}, 'One', false, false
    from generate_series(1, ${limits.openConversationsMax}::integer) returning id)
    insert into modmail_messages (conversation_id, author_id, kind, body) select id, ${memberId}, 'message', 'Why?' from begun`.execute(
    scene.forum.db,
  )
const update =
  (by: Who, given: object = { action: 'archive' }) =>
  async (scene: Scene) =>
    scene[by].put(await begun(scene), given)

const provocations: Provocations<typeof modmailEndpoints> = {
  listConversations: {
    invalidAction: list('filter=x'),
    invalidCursor: list('next=x'),
    invalidId: list('communityId=x'),
    communityNotFound: list('communityId=99999'),
    neitherAdminNorModerator: list('communityId=BIRDING', 'member'),
  },
  getConversation: {
    invalidCursor: async (scene) => scene.author.get(`${await begun(scene)}?next=x`),
    conversationNotFound: async (scene) => scene.member.get(await begun(scene)),
  },
  startConversation: {
    invalidAction: start('author', { kind: 'x' }),
    emptyMessage: start('author', { subject: ' ' }),
    invalidId: start('author', { communityId: 'x' }),
    communityNotFound: start('author', { communityId: '99999' }),
    neitherAdminNorModerator: start('author', { username: 'member_m' }),
    userNotFound: start('moderator', { username: 'nobody_n' }),
    trustTooLow: async (scene) => {
      await changeSettings(scene.admin, { trustForMessages: '1' })
      const refused = await start('author')(scene)
      await changeSettings(scene.admin, { trustForMessages: '0' })
      return refused
    },
    messageToOneself: start('moderator', { username: 'moderator_m' }),
    tooManyConversations: async (scene) => {
      await openConversations(scene, scene.member.id)
      return start('member')(scene)
    },
  },
  addMessage: {
    invalidAction: answer('author', { kind: 'x' }),
    emptyMessage: answer('author', { text: ' ' }),
    conversationNotFound: answer('member'),
    neitherAdminNorModerator: answer('author', { kind: 'note' }),
    tooManyConversations: async (scene) => {
      const archived = await begun(scene)
      await scene.moderator.put(archived, { action: 'archive' })
      await openConversations(scene, scene.author.id)
      const refused = await scene.author.post(`${archived}/messages`, { text: 'One more.' })
      await sql`delete from modmail_conversations where member_id = ${scene.author.id} and subject = 'One'`.execute(
        scene.forum.db,
      )
      return refused
    },
  },
  updateConversation: {
    invalidAction: update('moderator', { action: 'x' }),
    conversationNotFound: update('member'),
    neitherAdminNorModerator: update('author'),
    userNotFound: update('moderator', { action: 'assign', assignee: 'member_m' }),
  },
}

describeRefusals(modmailEndpoints, provocations)
