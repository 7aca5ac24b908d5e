import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { readId } from '../http/ids.ts'
import { inTurn } from '../http/inTurn.ts'
import { Refused } from '../http/refused.ts'
import { isKeyOf, type Route, route } from '../http/route.ts'
import { cut } from '../http/text.ts'
import { renderMarkdown } from '../markdown/render.ts'
import { textFor, viewFor } from '../posts/view.ts'
import { voteComment } from '../votes/comment.ts'
import { createComment } from './create.ts'
import { deleteComment } from './delete.ts'
import { editComment } from './edit.ts'
import { listComments } from './list.ts'
import { lockComment, unlockComment } from './lock.ts'
import { getCommentRow } from './read.ts'
import { changeCommentRole } from './speakAs.ts'
import { commentView } from './view.ts'

/** What `updateComment` does for each `action`; without one it is an edit. */
const actions = { lock: lockComment, unlock: unlockComment, changeAsUser: changeCommentRole } as const

export const commentRoutes: readonly Route[] = [
  route('listComments', (call) =>
    listComments(call.db, { ...call.params, ...call.query }, viewFor(call, textFor(call.query.render))),
  ),
  route('createComment', (call) =>
    inTurn(`thread ${call.params.publicId}`, () =>
      createComment(
        call.db,
        call.viewer,
        { ...call.params, ...call.query, ...call.body },
        viewFor(call, textFor(call.query.render)),
      ),
    ),
  ),
  route('updateComment', (call) => {
    const { action } = call.query
    const to = viewFor(call, textFor(call.query.render))
    const commentId = readId(call.params.commentId)
    if (!action) return editComment(call.db, call.viewer, { commentId, body: call.body.body ?? '' }, to)
    if (!isKeyOf(actions, action)) throw new Refused(errors.invalidAction)
    return actions[action](call.db, call.viewer, { ...call.query, commentId }, to)
  }),
  route('deleteComment', (call) =>
    deleteComment(
      call.db,
      call.viewer,
      { ...call.query, commentId: readId(call.params.commentId) },
      viewFor(call, textFor(call.query.render)),
    ),
  ),
  route('getComment', async (call) => {
    const to = viewFor(call, textFor(call.query.render))
    const options = { viewerId: call.viewer?.id ?? null, text: to.text }
    return commentView(await getCommentRow(call.db, readId(call.params.commentId), options), to)
  }),
  route('voteComment', (call) => {
    const commentId = readId(call.body.commentId)
    const press = { member: call.viewer, commentId, up: call.body.up, established: call.config }
    return inTurn(`comment ${commentId}`, () =>
      voteComment(call.db, press, viewFor(call, textFor(call.query.render))),
    )
  }),
  route('previewMarkdown', async ({ body, config }) => ({
    html: renderMarkdown(
      cut(body.body, limits.bodyMaxLength),
      config.siteUrl ? { siteHost: config.siteUrl.host } : {},
    ),
  })),
]
