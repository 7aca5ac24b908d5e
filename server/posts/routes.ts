import { errors } from '../../contract/errors.ts'
import { readFeed } from '../feeds/read.ts'
import { readId } from '../http/ids.ts'
import { Refused } from '../http/refused.ts'
import { type Route, route } from '../http/route.ts'
import { votePost } from '../votes/post.ts'
import { createPost } from './create.ts'
import { deletePost } from './delete.ts'
import { editPost } from './edit.ts'
import { readPost } from './page.ts'
import { viewFor } from './view.ts'

/** Our own pages get rendered texts, other clients the Markdown. */
const textFor = (render: string | undefined) => (render === 'page' ? 'html' : 'source')

export const postRoutes: readonly Route[] = [
  route('listPosts', (call) =>
    readFeed(call.db, call.query, viewFor(call, call.query.render === 'page' ? 'excerpt' : 'source'), {
      pageSize: call.config.pageSize,
      shared: call.shared,
    }),
  ),
  route('createPost', (call) =>
    createPost(call.db, call.viewer, call.body, viewFor(call, textFor(call.query.render))),
  ),
  route('getPost', (call) =>
    readPost(call.db, { ...call.params, ...call.query }, viewFor(call, textFor(call.query.render))),
  ),
  route('updatePost', (call) => {
    if (call.query.action) throw new Refused(errors.invalidAction)
    return editPost(
      call.db,
      call.viewer,
      { ...call.params, ...call.body },
      viewFor(call, textFor(call.query.render)),
    )
  }),
  route('deletePost', (call) =>
    deletePost(
      call.db,
      call.viewer,
      { ...call.params, ...call.query },
      viewFor(call, textFor(call.query.render)),
    ),
  ),
  route('votePost', (call) =>
    votePost(
      call.db,
      { member: call.viewer, postId: readId(call.body.postId), up: call.body.up, established: call.config },
      viewFor(call, textFor(call.query.render)),
    ),
  ),
]
