import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { isKeyOf } from '../../../contract/objects.ts'
import { type Route, route } from '../../core/api/route.ts'
import { parseId } from '../../platform/http/ids.ts'
import { Refused } from '../../platform/http/refused.ts'
import { cut } from '../../platform/http/text.ts'
import { renderMarkdown } from '../../platform/markdown/render.ts'
import { createComment, isOneStatement } from './create.ts'
import { deleteComment } from './delete.ts'
import { editComment } from './edit.ts'
import { lockComment, unlockComment } from './lock.ts'
import { restoreComment } from './restore.ts'
import { changeCommentRole } from './speakAs.ts'

/** The handlers of `updateComment` for each `action`; without one it is an edit. */
const actions = {
  lock: lockComment,
  unlock: unlockComment,
  changeAsUser: changeCommentRole,
  restore: restoreComment,
} as const

export const commentRoutes: readonly Route[] = [
  route(
    'createComment',
    (call) => {
      const { publicId } = call.params
      return createComment(call, call.viewer, { publicId, ...call.query, ...call.body }, call.viewAs)
    },
    { keyed: { turnOf: ({ publicId }) => `thread ${publicId}`, mayShare: isOneStatement } },
  ),
  route('updateComment', (call) => {
    const { action } = call.query
    const to = call.viewAs
    const commentId = parseId(call.params.commentId)
    if (!action) {
      const keepsHistory = call.settings.editHistory !== 'nobody'
      const { body = '', attachments = null } = call.body
      return editComment(call, call.viewer, { commentId, body, attachments, keepsHistory }, to)
    }
    if (!isKeyOf(actions, action)) throw new Refused(errors.invalidAction)
    return actions[action](call.db, call.viewer, { ...call.query, commentId }, to)
  }),
  route('deleteComment', (call) =>
    deleteComment(
      call.db,
      call.viewer,
      { ...call.query, ...call.body, commentId: parseId(call.params.commentId) },
      call.viewAs,
    ),
  ),
  route('previewMarkdown', async ({ body, config }) => ({
    html: renderMarkdown(
      cut(body.body, limits.bodyMaxLength),
      config.siteUrl ? { siteHost: config.siteUrl.host } : {},
    ),
  })),
]
