import { errors } from '../../contract/errors.ts'
import { readFeed } from '../feeds/read.ts'
import { readId } from '../http/ids.ts'
import { inTurn } from '../http/inTurn.ts'
import { Refused } from '../http/refused.ts'
import { isKeyOf, type Route, route } from '../http/route.ts'
import { listModeratedPosts } from '../moderation/posts.ts'
import { votePost } from '../votes/post.ts'
import { announcePost } from './announce.ts'
import { createPost } from './create.ts'
import { deletePost } from './delete.ts'
import { editPost } from './edit.ts'
import { hidePost, unhidePost } from './hide.ts'
import { lockPost, unlockPost } from './lock.ts'
import { readPost } from './page.ts'
import { pinPost, unpinPost } from './pin.ts'
import { changePostRole } from './speakAs.ts'
import { textFor, viewFor } from './view.ts'

/** What `updatePost` does for each `action`; without one it is an edit. */
const actions = {
  lock: lockPost,
  unlock: unlockPost,
  pin: pinPost,
  unpin: unpinPost,
  announce: announcePost,
  changeAsUser: changePostRole,
} as const

export const postRoutes: readonly Route[] = [
  route('listPosts', (call) => {
    const { db, viewer, query, config, shared } = call
    const { pageSize, defaultFeedSort: defaultSort } = config
    if (query.filter)
      return listModeratedPosts(
        db,
        viewer,
        { ...query, filter: query.filter },
        { ...viewFor(call, textFor(query.render)), pageSize },
      )
    const to = viewFor(call, query.render === 'page' ? 'excerpt' : 'source')
    return readFeed(db, query, to, { pageSize, defaultSort, shared })
  }),
  route('createPost', (call) =>
    createPost(call, call.viewer, call.body, viewFor(call, textFor(call.query.render))),
  ),
  route('getPost', (call) =>
    readPost(call.db, { ...call.params, ...call.query }, viewFor(call, textFor(call.query.render))),
  ),
  route('updatePost', (call) => {
    const { action } = call.query
    const to = viewFor(call, textFor(call.query.render))
    if (!action) return editPost(call.db, call.viewer, { ...call.params, ...call.body }, to)
    if (!isKeyOf(actions, action)) throw new Refused(errors.invalidAction)
    return actions[action](call.db, call.viewer, { ...call.params, ...call.query }, to)
  }),
  route('deletePost', (call) =>
    deletePost(
      call.db,
      call.viewer,
      { ...call.params, ...call.query },
      viewFor(call, textFor(call.query.render)),
    ),
  ),
  route('votePost', (call) => {
    const postId = readId(call.body.postId)
    const press = { member: call.viewer, postId, up: call.body.up, established: call.config }
    return inTurn(`post ${postId}`, () => votePost(call.db, press, viewFor(call, textFor(call.query.render))))
  }),
  route('hidePost', (call) => hidePost(call.db, call.viewer.id, readId(call.body.postId))),
  route('unhidePost', (call) => unhidePost(call.db, call.viewer.id, call.params.postId)),
]
