import { editHistoryEndpoints } from '../../../contract/endpoints/editHistory.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'

/** With the default setting, by which everybody may read versions; `removed`: by moderators of `birding`. */
const table = `
                               guest  banned  member  author  elsewhere  moderator  admin  needs
  listPostVersions               200     200     200     200        200        200    200
  listPostVersions removed       403     403     403     200        403        200    200  content
  listCommentVersions            200     200     200     200        200        200    200
  listCommentVersions removed    403     403     403     403        403        200    200  content
`

const calls: Record<string, Call> = {
  listPostVersions: async (who, { post }) => who.get(`/api/posts/${(await post()).publicId}/versions`),
  'listPostVersions removed': async (who, { post, moderator }) => {
    const { publicId } = await post()
    await moderator.delete(`/api/posts/${publicId}?deleteAs=mods`)
    return who.get(`/api/posts/${publicId}/versions`)
  },
  listCommentVersions: async (who, { comment }) => who.get(`/api/comments/${(await comment()).id}/versions`),
  'listCommentVersions removed': async (who, { comment, moderator }) => {
    const { id, post } = await comment()
    await moderator.delete(`/api/posts/${post.publicId}/comments/${id}?deleteAs=mods`)
    return who.get(`/api/comments/${id}/versions`)
  },
}

describeAuthorization({ endpoints: editHistoryEndpoints, table, calls })
