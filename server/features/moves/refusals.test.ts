import { sql } from 'kysely'
import { mergeEndpoints, moveEndpoints } from '../../../contract/endpoints/moves.ts'
import { duringMove } from '../../../tests/support/duringMove.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import type { Scene } from '../../../tests/support/scene.ts'
import { stored } from '../../../tests/support/wireIds.ts'

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

const merge =
  (into: string | null, who: 'member' | 'moderator' = 'moderator') =>
  async (scene: Scene) =>
    scene[who].post(`/api/posts/${(await scene.post()).publicId}/merge`, {
      into: into ?? (await scene.post()).publicId,
    })

const undo =
  (who: 'member' | 'moderator', times: 1 | 2 = 1) =>
  async (scene: Scene) => {
    const { id } = (await merge(null)(scene)).json<{ id: number }>()
    if (times === 2) await scene[who].delete(`/api/merges/${id}`)
    return scene[who].delete(`/api/merges/${id}`)
  }

const mergeProvocations: Provocations<typeof mergeEndpoints> = {
  mergePost: {
    postNotFound: merge('nowhere1'),
    neitherAdminNorModerator: merge(null, 'member'),
    mergeOfSamePost: async ({ moderator, post }) => {
      const { publicId } = await post()
      return moderator.post(`/api/posts/${publicId}/merge`, { into: publicId })
    },
    cannotMergeDeleted: async ({ moderator, post }) => {
      const { publicId } = await post()
      await moderator.delete(`/api/posts/${publicId}?deleteAs=mods`)
      return moderator.post(`/api/posts/${publicId}/merge`, { into: (await post()).publicId })
    },
    mergeElsewhere: async ({ forum, author, moderator, post }) => {
      const there = await forum.post(author, 'elsewhere')
      return moderator.post(`/api/posts/${(await post()).publicId}/merge`, { into: there.publicId })
    },
    mergeTooLarge: async ({ forum, moderator, post }) => {
      const { id, publicId } = await post()
      await sql`update posts set comment_count = 10001 where id = ${stored(id)}`.execute(forum.db)
      return moderator.post(`/api/posts/${publicId}/merge`, { into: (await post()).publicId })
    },
  },
  listSameLinks: {
    postNotFound: ({ moderator }) => moderator.get('/api/posts/nowhere1/same-link'),
    neitherAdminNorModerator: async ({ member, post }) =>
      member.get(`/api/posts/${(await post()).publicId}/same-link`),
  },
  listMerges: {
    invalidId: ({ moderator }) => moderator.get('/api/communities/birding/merges'),
    communityNotFound: ({ moderator }) => moderator.get(`/api/communities/${unknown}/merges`),
    neitherAdminNorModerator: async ({ member, birding }) =>
      member.get(`/api/communities/${await birding()}/merges`),
  },
  undoMerge: {
    mergeNotFound: ({ moderator }) => moderator.delete(`/api/merges/${unknown}`),
    neitherAdminNorModerator: undo('member'),
    mergeUndone: undo('moderator', 2),
  },
}

describeRefusals(mergeEndpoints, mergeProvocations)
