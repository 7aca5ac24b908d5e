import { editHistoryEndpoints } from '../../../contract/endpoints/editHistory.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import { bannedFromReading } from '../../../tests/support/scene.ts'

const provocations: Provocations<typeof editHistoryEndpoints> = {
  listPostVersions: {
    postNotFound: ({ guest }) => guest.get('/api/posts/nowhere1/versions'),
    invalidCursor: async ({ guest, post }) =>
      guest.get(`/api/posts/${(await post()).publicId}/versions?next=x`),
    historyHidden: async ({ guest, moderator, post }) => {
      const { publicId } = await post()
      await moderator.delete(`/api/posts/${publicId}?deleteAs=mods`)
      return guest.get(`/api/posts/${publicId}/versions`)
    },
    bannedFromCommunity: (scene) =>
      bannedFromReading(scene, async (banned) =>
        banned.get(`/api/posts/${(await scene.post()).publicId}/versions`),
      ),
  },
  listCommentVersions: {
    invalidId: ({ guest }) => guest.get('/api/comments/abc/versions'),
    commentNotFound: ({ guest }) => guest.get('/api/comments/99999999/versions'),
    invalidCursor: async ({ guest, comment }) =>
      guest.get(`/api/comments/${(await comment()).id}/versions?next=x`),
    historyHidden: async ({ guest, moderator, comment }) => {
      const { id, post } = await comment()
      await moderator.delete(`/api/posts/${post.publicId}/comments/${id}?deleteAs=mods`)
      return guest.get(`/api/comments/${id}/versions`)
    },
    bannedFromCommunity: (scene) =>
      bannedFromReading(scene, async (banned) =>
        banned.get(`/api/comments/${(await scene.comment()).id}/versions`),
      ),
  },
}

describeRefusals(editHistoryEndpoints, provocations)
