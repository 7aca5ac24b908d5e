import { sql } from 'kysely'
import { editHistoryEndpoints } from '../../../contract/endpoints/editHistory.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'
import { stored } from '../../../tests/support/wireIds.ts'

/** With the default setting, by which everyone may read versions; `removed`: by moderators of `birding`. */
const table = `
                               guest  banned  member  author  elsewhere  moderator  admin  needs
  listPostVersions               200     200     200     200        200        200    200
  listPostVersions removed       403     403     403     200        403        200    200  content
  listCommentVersions            200     200     200     200        200        200    200
  listCommentVersions removed    403     403     403     403        403        200    200  content
`

const calls: Record<string, Call> = {
  listPostVersions: async (who, { post }) => who.get(`/api/posts/${(await post()).publicId}/versions`),
  'listPostVersions removed': async (who, { post, forum }) => {
    const { publicId } = await post()
    await sql`update posts set deleted_at = now(), deleted_as = 'mods' where public_id = ${publicId}`.execute(
      forum.db,
    )
    return who.get(`/api/posts/${publicId}/versions`)
  },
  listCommentVersions: async (who, { comment }) => who.get(`/api/comments/${(await comment()).id}/versions`),
  'listCommentVersions removed': async (who, { comment, forum }) => {
    const { id } = await comment()
    await sql`update comments set deleted_at = now(), deleted_as = 'mods' where id = ${stored(id)}`.execute(
      forum.db,
    )
    return who.get(`/api/comments/${id}/versions`)
  },
}

describeAuthorization({ endpoints: editHistoryEndpoints, table, calls })
