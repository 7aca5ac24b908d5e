import { type Endpoints, endpoints } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { isKeyOf } from '../../../contract/objects.ts'
import { type Call, type Route, route } from '../../core/api/route.ts'
import { act, contentActions, deleteContent } from '../../core/content/act.ts'
import { getPostRow } from '../../core/posts/queries.ts'
import { postView } from '../../core/posts/serialize.ts'
import { parseId } from '../../platform/http/ids.ts'
import { parseOnOff } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'
import { announcePost } from './announce.ts'
import { createPost } from './create.ts'
import { editPost } from './edit.ts'
import { hidePost, unhidePost } from './hide.ts'
import { listHiddenPosts } from './listHidden.ts'
import { pinPost, unpinPost } from './pin.ts'

/** The handlers of `updatePost` for each `action` of posts alone; without one it is an edit. */
const actions = { pin: pinPost, unpin: unpinPost, announce: announcePost } as const

const postOf = async (
  { db, viewer, viewAs }: Pick<Call<Endpoints['deletePost']>, 'db' | 'viewer' | 'viewAs'>,
  publicId: string,
) => postView(await getPostRow(db, publicId, { viewerId: viewer.id, format: viewAs.format }), viewAs)

export const postRoutes: readonly Route[] = [
  route('createPost', (call) => createPost(call, call.viewer, call.body, call.viewAs)),
  route('updatePost', async (call) => {
    const { action } = call.query
    const to = call.viewAs
    if (!action) {
      const keepsHistory = call.settings.editHistory !== 'nobody'
      return editPost(call, call.viewer, { ...call.params, ...call.body, keepsHistory }, to)
    }
    const { publicId } = call.params
    if (isKeyOf(contentActions, action)) {
      await act(call.db, call.viewer, { publicId }, { ...call.query, action })
      return postOf(call, publicId)
    }
    if (!isKeyOf(actions, action)) throw new Refused(errors.invalidAction)
    return actions[action](call.db, call.viewer, { publicId, ...call.query }, to)
  }),
  route('deletePost', async (call) => {
    const { publicId } = call.params
    const { deleteContent: content, ...query } = call.query
    const withContent = () => parseOnOff(endpoints.deletePost.query.properties.deleteContent, content)
    await deleteContent(call.db, call.viewer, { publicId }, { ...query, ...call.body, withContent })
    return postOf(call, publicId)
  }),
  route('hidePost', (call) => hidePost(call.db, call.viewer.id, parseId(call.body.postId))),
  route('listHiddenPosts', (call) => listHiddenPosts(call.db, call.viewer, call.query)),
  route('unhidePost', (call) => unhidePost(call.db, call.viewer.id, call.params.postId)),
]
