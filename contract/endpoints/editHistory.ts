import { Type } from 'typebox'
import { idInput } from '../entities/schema.ts'
import { TextVersions } from '../entities/textVersion.ts'
import { versionsKept, versionsPerPage } from '../limitValues.ts'
import { endpoint } from './endpoint.ts'
import { inPath, next, optional } from './parameters.ts'

const kept = `The newest ${versionsKept} are kept, and edits within two minutes are one. A page has at most ${versionsPerPage}. Who may read them is a setting of the site (\`editHistory\`); authors always may.`

export const editHistoryEndpoints = {
  listPostVersions: endpoint({
    method: 'GET',
    path: '/api/posts/:publicId/versions',
    summary: `Lists what title and text of a post were before each edit. ${kept}`,
    who: 'all',
    params: Type.Object({ publicId: inPath.publicId }),
    query: optional({ next }),
    response: TextVersions,
    errors: ['postNotFound', 'invalidCursor', 'historyHidden', 'bannedFromCommunity'],
  }),
  listCommentVersions: endpoint({
    method: 'GET',
    path: '/api/comments/:commentId/versions',
    summary: `Lists what the text of a comment was before each edit. ${kept}`,
    who: 'all',
    params: Type.Object({ commentId: idInput('comment', 'The id of the comment.') }),
    query: optional({ next }),
    response: TextVersions,
    errors: ['invalidId', 'commentNotFound', 'invalidCursor', 'historyHidden', 'bannedFromCommunity'],
  }),
}
