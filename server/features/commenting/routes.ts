import type { Endpoints } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { isKeyOf } from '../../../contract/objects.ts'
import { type Call, type Route, route } from '../../core/api/route.ts'
import { getCommentRow } from '../../core/comments/queries.ts'
import { commentView } from '../../core/comments/serialize.ts'
import { act, contentActions, deleteContent } from '../../core/content/act.ts'
import { parseId } from '../../platform/http/ids.ts'
import { Refused } from '../../platform/http/refused.ts'
import { parseText } from '../../platform/http/text.ts'
import { withIds, withLinkRel } from '../../platform/markdown/links.ts'
import { renderMarkdown } from '../../platform/markdown/render.ts'
import { createComment } from './create.ts'
import { editComment } from './edit.ts'
import { limitComments, limitCommentsInCommunity } from './limits.ts'
import { setCommentPin } from './pin.ts'

const commentOf = async (
  { db, viewer, viewAs }: Pick<Call<Endpoints['deleteComment']>, 'db' | 'viewer' | 'viewAs'>,
  commentId: string,
) => commentView(await getCommentRow(db, commentId, { viewerId: viewer.id, format: viewAs.format }), viewAs)

export const commentRoutes: readonly Route[] = [
  route(
    'createComment',
    (call) => {
      const { publicId } = call.params
      return createComment(call, call.viewer, { publicId, ...call.query, ...call.body }, call.viewAs)
    },
    { keyed: ({ publicId }) => `thread ${publicId}` },
  ),
  route('updateComment', async (call) => {
    const { action } = call.query
    const to = call.viewAs
    const commentId = parseId(call.params.commentId)
    if (!action) {
      const keepsHistory = call.settings.editHistory !== 'nobody'
      const { body = '', attachments = null, isMadeWithAi } = call.body
      const edit = {
        commentId,
        body,
        attachments,
        keepsHistory,
        ...(isMadeWithAi !== undefined && { isMadeWithAi }),
      }
      return editComment(call, call.viewer, edit, to)
    }
    if (action === 'pin' || action === 'unpin') {
      await setCommentPin(call.db, call.viewer, commentId, { pins: action === 'pin' })
      return commentOf(call, commentId)
    }
    if (!isKeyOf(contentActions, action)) throw new Refused(errors.invalidAction)
    await act(call.db, call.viewer, { commentId }, { ...call.query, action })
    return commentOf(call, commentId)
  }),
  route('deleteComment', async (call) => {
    const commentId = parseId(call.params.commentId)
    await deleteContent(call.db, call.viewer, { commentId }, { ...call.query, ...call.body })
    return commentOf(call, commentId)
  }),
  route('limitComments', ({ db, viewer, params, body }) => limitComments(db, viewer, params.publicId, body)),
  route('limitCommentsInCommunity', ({ db, viewer, params, body }) =>
    limitCommentsInCommunity(db, viewer, params.communityId, body),
  ),
  // What `createComment` and `createPost` would store, as their answers would show it.
  route('previewMarkdown', async ({ body, viewAs: { siteHosts, followsLinks } }) => ({
    html: withIds(
      withLinkRel(renderMarkdown(parseText(body.body, limits.bodyMaxLength), { siteHosts }), {
        isFollowed: followsLinks,
      }),
      'preview',
    ),
  })),
]
