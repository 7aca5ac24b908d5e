import { errors } from '../../../contract/errors.ts'
import { isKeyOf } from '../../../contract/objects.ts'
import { type Route, route } from '../../core/api/route.ts'
import { parseId } from '../../platform/http/ids.ts'
import { Refused } from '../../platform/http/refused.ts'
import { announcePost } from './announce.ts'
import { createPost } from './create.ts'
import { deletePost } from './delete.ts'
import { editPost } from './edit.ts'
import { hidePost, unhidePost } from './hide.ts'
import { lockPost, unlockPost } from './lock.ts'
import { pinPost, unpinPost } from './pin.ts'
import { restorePost } from './restore.ts'
import { changePostRole } from './speakAs.ts'

/** The handlers of `updatePost` for each `action`; without one it is an edit. */
const actions = {
  lock: lockPost,
  unlock: unlockPost,
  pin: pinPost,
  unpin: unpinPost,
  announce: announcePost,
  restore: restorePost,
  changeAsUser: changePostRole,
} as const

export const postRoutes: readonly Route[] = [
  route('createPost', (call) => createPost(call, call.viewer, call.body, call.viewAs)),
  route('updatePost', (call) => {
    const { action } = call.query
    const to = call.viewAs
    if (!action) {
      const keepsHistory = call.settings.editHistory !== 'nobody'
      return editPost(call, call.viewer, { ...call.params, ...call.body, keepsHistory }, to)
    }
    if (!isKeyOf(actions, action)) throw new Refused(errors.invalidAction)
    return actions[action](call.db, call.viewer, { ...call.params, ...call.query }, to)
  }),
  route('deletePost', (call) =>
    deletePost(call.db, call.viewer, { ...call.params, ...call.query, ...call.body }, call.viewAs),
  ),
  route('hidePost', (call) => hidePost(call.db, call.viewer.id, parseId(call.body.postId))),
  route('unhidePost', (call) => unhidePost(call.db, call.viewer.id, call.params.postId)),
]
