import { heldEndpoints } from '../../../contract/endpoints/held.ts'
import { whileHeld } from '../../../tests/support/held.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import type { Scene } from '../../../tests/support/scene.ts'

const list =
  (query: string, who: 'member' | 'moderator' = 'member') =>
  (scene: Scene) =>
    scene[who].get(`/api/modqueue/held?${query}`)
const read =
  (id: string) =>
  ({ member }: Scene) =>
    member.get(`/api/communities/${id}/review`)
const save =
  (id: string) =>
  ({ member }: Scene) =>
    member.put(`/api/communities/${id}/review`, { holdNewMembers: 'off', undecided: 'approve' })

const provocations: Provocations<typeof heldEndpoints> = {
  listOwnHeldItems: { invalidId: ({ member }) => member.get('/api/held?postId=abc') },
  withdrawHeldItem: {
    invalidId: ({ member }) => member.delete('/api/held/abc'),
    heldItemNotFound: ({ member }) => member.delete('/api/held/99999'),
  },
  listHeldItems: {
    limitNotANumber: list('limit=ten'),
    limitOutOfRange: list('limit=51'),
    invalidFeedType: list('scope=mine'),
    invalidCursor: list('next=abc'),
    notAdmin: list('scope=all'),
    invalidId: list('communityId=birding'),
    communityNotFound: list('communityId=99999'),
    neitherAdminNorModerator: async (scene) => list(`communityId=${await scene.birding()}`)(scene),
  },
  decideHeldItems: {
    invalidAction: ({ moderator }) => moderator.post('/api/modqueue/held', { action: 'explode', ids: [1] }),
    neitherAdminNorModerator: async ({ forum, author, member }) => {
      await whileHeld(forum.db, () =>
        author.post('/api/posts', { title: 'A new post', community: 'birding' }),
      )
      const { id } = await forum.db.selectFrom('held_items').select('id').executeTakeFirstOrThrow()
      return member.post('/api/modqueue/held', { action: 'approve', ids: [Number(id)] })
    },
  },
  getReviewSettings: {
    invalidId: read('x'),
    communityNotFound: read('99999'),
    neitherAdminNorModerator: async (scene) => read(await scene.birding())(scene),
  },
  saveReviewSettings: {
    invalidId: save('x'),
    communityNotFound: save('99999'),
    neitherAdminNorModerator: async (scene) => save(await scene.birding())(scene),
    invalidHoldLevel: async ({ moderator, birding }) =>
      moderator.put(`/api/communities/${await birding()}/review`, {
        holdNewMembers: 'some',
        undecided: 'approve',
      }),
  },
}

describeRefusals(heldEndpoints, provocations)
