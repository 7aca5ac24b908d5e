import { moveEndpoints } from '../../../contract/endpoints/moves.ts'
import { duringMove } from '../../../tests/support/duringMove.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import type { Scene } from '../../../tests/support/scene.ts'

const unknown = '99999999'

const move =
  (community: string, who: 'member' | 'moderator' = 'moderator') =>
  async (scene: Scene) =>
    scene[who].post(`/api/posts/${(await scene.post()).publicId}/move`, { community })

const decide = (action: string) => async (scene: Scene) => {
  const proposed = await move('elsewhere')(scene)
  return scene.admin.put(`/api/moves/${proposed.json<{ id: number }>().id}`, { action })
}

const provocations: Provocations<typeof moveEndpoints> = {
  movePost: {
    postNotFound: ({ moderator }) => moderator.post('/api/posts/nowhere1/move', { community: 'elsewhere' }),
    neitherAdminNorModerator: move('elsewhere', 'member'),
    cannotMoveDeleted: async ({ post, moderator }) => {
      const { publicId } = await post()
      await moderator.delete(`/api/posts/${publicId}?deleteAs=mods`)
      return moderator.post(`/api/posts/${publicId}/move`, { community: 'elsewhere' })
    },
    communityNotFound: move('nowhere'),
    alreadyThere: move('Birding'),
    moveProposed: async ({ post, moderator }) => {
      const path = `/api/posts/${(await post()).publicId}/move`
      await moderator.post(path, { community: 'elsewhere' })
      return moderator.post(path, { community: 'elsewhere' })
    },
    moveDecided: async (scene) => {
      const post = await scene.post()
      return duringMove({ ...scene, post, to: 'elsewhere' }, () =>
        scene.admin.post(`/api/posts/${post.publicId}/move`, { community: 'elsewhere' }),
      )
    },
  },
  listMoves: {
    invalidId: ({ moderator }) => moderator.get('/api/communities/birding/moves'),
    communityNotFound: ({ moderator }) => moderator.get(`/api/communities/${unknown}/moves`),
    neitherAdminNorModerator: async ({ member, birding }) =>
      member.get(`/api/communities/${await birding()}/moves`),
  },
  decideMove: {
    invalidAction: decide('hesitate'),
    moveNotFound: ({ moderator }) => moderator.put(`/api/moves/${unknown}`, { action: 'accept' }),
    neitherAdminNorModerator: async (scene) => {
      const proposed = await move('elsewhere')(scene)
      return scene.moderator.put(`/api/moves/${proposed.json<{ id: number }>().id}`, { action: 'accept' })
    },
    moveDecided: decide('undo'),
  },
}

describeRefusals(moveEndpoints, provocations)
