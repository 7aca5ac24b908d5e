import { commentEndpoints } from '../contract/endpoints/comments.ts'
import { imageEndpoints } from '../contract/endpoints/images.ts'
import { postEndpoints } from '../contract/endpoints/posts.ts'
import { type Call, describeAuthorization, isMember } from '../tests/support/authorization.ts'
import type { Client } from '../tests/support/forum.ts'
import { picture, uploadOf } from '../tests/support/pictures.ts'
import type { Scene } from '../tests/support/scene.ts'

/** Calls with a row here; a call of these files without a row fails. */
const endpoints = { ...postEndpoints, ...commentEndpoints, ...imageEndpoints }

/**
 * The answer of every call to each role, in the community `birding`: its target was written by the author, unless the
 * row says by the caller. A row begins with the name of its call.
 */
const table = `
                                          guest  banned  member  author  elsewhere  moderator  admin  needs
  listPosts                                 200     200     200     200        200        200    200
  listPosts of home                         401     200     200     200        200        200    200
  listPosts of moderating                   401     200     200     200        200        200    200
  listModeratedPosts that are deleted       401     403     403     403        403        200    200  content
  listModeratedPosts that are locked        401     403     403     403        403        200    200  content
  listModeratedPosts of all kinds           401     403     403     403        403        200    200  content
  getPost                                   200     200     200     200        200        200    200
  createPost                                401     403     200     200        200        200    200
  createPost with a link                    401     403     200     200        200        200    200
  createPost with an image                  401     403     200     200        200        200    200
  createPost with the author's image        401     404     404     200        404        404    404
  createPost where posting is restricted    401     403     403     403        403        200    200  any
  createPost as moderator                   401     403     403     403        403        200    403  any
  createPost as admin                       401     403     403     403        403        403    200
  getLinkInfo of no web address             401     400     400     400        400        400    400

  updatePost                                401     403     403     200        403        403    403
  updatePost of one's own                   401     403     200     200        200        200    200
  updatePost lock as moderator              401     403     403     403        403        200    403  content
  updatePost lock as admin                  401     403     403     403        403        403    200
  updatePost unlock                         401     403     403     403        403        200    200  content
  updatePost mark as AI                     401     403     403     403        403        200    200  content
  updatePost unmark as AI                   401     403     403     403        403        200    200  content
  updatePost pin                            401     403     403     403        403        200    200  content
  updatePost pin site-wide                  401     403     403     403        403        403    200
  updatePost unpin                          401     403     403     403        403        200    200  content
  updatePost unpin site-wide                401     403     403     403        403        403    200
  updatePost announce                       401     403     403     403        403        403    200
  updatePost changeAsUser normal            401     403     403     200        403        403    403
  updatePost changeAsUser mods, one's own   401     403     403     403        403        200    403  any
  updatePost changeAsUser admins, one's own 401     403     403     403        403        403    200
  updatePost restore                        401     403     403     403        403        200    200  content
  updatePost explode                        401     400     400     400        400        400    400

  deletePost                                401     403     403     200        403        403    403
  deletePost with its content               401     403     403     200        403        403    403
  deletePost as moderator                   401     403     403     403        403        200    403  content
  deletePost as moderator with its content  401     403     403     403        403        403    403
  deletePost as admin                       401     403     403     403        403        403    200
  deletePost as admin with its content      401     403     403     403        403        403    200

  votePost                                  401     403     200     200        200        200    200
  votePost of a locked one                  401     403     403     403        403        403    403
  hidePost                                  401     200     200     200        200        200    200
  listHiddenPosts                           401     200     200     200        200        200    200
  unhidePost                                401     200     200     200        200        200    200

  listComments                              200     200     200     200        200        200    200
  listReplies                               200     200     200     200        200        200    200
  getComment                                200     200     200     200        200        200    200
  createComment                             401     403     200     200        200        200    200
  createComment on a locked post            401     403     403     403        403        403    403
  createComment under a locked comment      401     403     403     403        403        403    403
  createComment as moderator                401     403     403     403        403        200    403  any
  createComment as admin                    401     403     403     403        403        403    200
  createComment as the community            401     403     403     403        403        200    200  content
  previewMarkdown                           401     200     200     200        200        200    200

  updateComment                             401     403     403     200        403        403    403
  updateComment of one's own                401     403     200     200        200        200    200
  updateComment lock as moderator           401     403     403     403        403        200    403  content
  updateComment lock as admin               401     403     403     403        403        403    200
  updateComment unlock                      401     403     403     403        403        200    200  content
  updateComment mark as AI                  401     403     403     403        403        200    200  content
  updateComment unmark as AI                401     403     403     403        403        200    200  content
  updateComment changeAsUser normal         401     403     403     200        403        403    403
  updateComment changeAsUser mods, own      401     403     403     403        403        200    403  any
  updateComment changeAsUser admins, own    401     403     403     403        403        403    200
  updateComment pin                         401     403     403     403        403        200    200  content
  updateComment unpin                       401     403     403     403        403        200    200  content
  updateComment restore                     401     403     403     403        403        200    200  content
  updateComment explode                     401     400     400     400        400        400    400

  deleteComment                             401     403     403     200        403        403    403
  deleteComment as moderator                401     403     403     403        403        200    403  content
  deleteComment as admin                    401     403     403     403        403        403    200
  voteComment                               401     403     200     200        200        200    200
  voteComment under a locked post           401     403     403     403        403        403    403

  uploadImage                               401     200     200     200        200        200    200
  updateImage                               401     403     403     200        403        403    200
  updateImage unused, one's own             401     200     200     200        200        200    200
`

/** A change of a new post, which `is` may prepare. */
const onPost =
  (method: 'PUT' | 'DELETE', query: string, { isOwn = false } = {}): Call =>
  async (who, { post, give }) => {
    const target = await post()
    if (isOwn) await give(target, who)
    return who.send({
      method,
      url: `/api/posts/${target.publicId}${query}`,
      payload: '{"title":"A new title"}',
    })
  }

const onComment =
  (method: 'PUT' | 'DELETE', query: string, { isOwn = false } = {}): Call =>
  async (who, { comment, give }) => {
    const { id, post } = await comment()
    if (isOwn) await give(post, who)
    const url = `/api/posts/${post.publicId}/comments/${id}${query}`
    return who.send({ method, url, payload: '{"body":"A new text."}' })
  }

const filtered =
  (filter: string): Call =>
  async (who, scene) =>
    who.get(`/api/posts?filter=${filter}&communityId=${await scene.birding()}&page=1`)

const create = (fields: object): Call => {
  const post = { title: 'A new post', community: 'birding', ...fields }
  return (who) => who.post('/api/posts', post)
}
const createWith = async (who: Client, image: { id: string }) =>
  who.post('/api/posts', {
    type: 'image',
    title: 'A new post',
    community: 'birding',
    images: [{ imageId: image.id }],
  })

const say =
  (query = ''): Call =>
  async (who, { post }) =>
    who.post(`/api/posts/${(await post()).publicId}/comments${query}`, { body: 'Hello.' })

const lock = ({ moderator }: Scene, path: string) => moderator.put(`${path}?action=lock&lockAs=mods`)

const calls: Record<string, Call> = {
  listPosts: (who) => who.get('/api/posts'),
  'listPosts of home': (who) => who.get('/api/posts?feed=home'),
  'listPosts of moderating': (who) => who.get('/api/posts?feed=moderating'),
  'listModeratedPosts that are deleted': filtered('deleted'),
  'listModeratedPosts that are locked': filtered('locked'),
  'listModeratedPosts of all kinds': filtered('all'),
  getPost: async (who, { post }) => who.get(`/api/posts/${(await post()).publicId}`),
  createPost: create({}),
  'createPost with a link': create({ type: 'link', url: 'https://example.org/' }),
  'createPost with an image': async (who, { forum }) =>
    createWith(who, isMember(who) ? await forum.upload(who) : { id: '1' }),
  "createPost with the author's image": async (who, { forum, author }) =>
    createWith(who, await forum.upload(author)),
  'createPost where posting is restricted': async (who, scene) => {
    const restrict = (posting_restricted: boolean) =>
      scene.forum.db
        .updateTable('communities')
        .set({ posting_restricted })
        .where('name', '=', 'birding')
        .execute()
    await restrict(true)
    const answer = await create({})(who, scene)
    await restrict(false)
    return answer
  },
  'createPost as moderator': create({ userGroup: 'mods' }),
  'createPost as admin': create({ userGroup: 'admins' }),
  'getLinkInfo of no web address': (who) => who.get('/api/_link_info?url=ftp://example.org/'),

  updatePost: onPost('PUT', ''),
  "updatePost of one's own": onPost('PUT', '', { isOwn: true }),
  'updatePost lock as moderator': onPost('PUT', '?action=lock&lockAs=mods'),
  'updatePost lock as admin': onPost('PUT', '?action=lock&lockAs=admins'),
  'updatePost unlock': onPost('PUT', '?action=unlock&lockAs=mods'),
  'updatePost mark as AI': onPost('PUT', '?action=markAsAi'),
  'updatePost unmark as AI': onPost('PUT', '?action=unmarkAsAi'),
  'updatePost pin': async (who, scene) => {
    await scene.forum.db.updateTable('posts').set({ is_pinned: false }).execute()
    return onPost('PUT', '?action=pin')(who, scene)
  },
  'updatePost pin site-wide': async (who, scene) => {
    await scene.forum.db.updateTable('posts').set({ is_pinned_site: false }).execute()
    return onPost('PUT', '?action=pin&siteWide=true')(who, scene)
  },
  'updatePost unpin': onPost('PUT', '?action=unpin'),
  'updatePost unpin site-wide': onPost('PUT', '?action=unpin&siteWide=true'),
  'updatePost announce': onPost('PUT', '?action=announce'),
  'updatePost changeAsUser normal': onPost('PUT', '?action=changeAsUser&userGroup=normal'),
  "updatePost changeAsUser mods, one's own": onPost('PUT', '?action=changeAsUser&userGroup=mods', {
    isOwn: true,
  }),
  "updatePost changeAsUser admins, one's own": onPost('PUT', '?action=changeAsUser&userGroup=admins', {
    isOwn: true,
  }),
  'updatePost restore': async (who, scene) => {
    const { publicId } = await scene.post()
    await scene.moderator.delete(`/api/posts/${publicId}?deleteAs=mods`)
    return who.put(`/api/posts/${publicId}?action=restore`)
  },
  'updatePost explode': onPost('PUT', '?action=explode'),

  deletePost: onPost('DELETE', ''),
  'deletePost with its content': onPost('DELETE', '?deleteAs=normal&deleteContent=true'),
  'deletePost as moderator': onPost('DELETE', '?deleteAs=mods'),
  'deletePost as moderator with its content': onPost('DELETE', '?deleteAs=mods&deleteContent=true'),
  'deletePost as admin': onPost('DELETE', '?deleteAs=admins'),
  'deletePost as admin with its content': onPost('DELETE', '?deleteAs=admins&deleteContent=true'),

  votePost: async (who, { post }) => who.post('/api/_postVote', { postId: (await post()).id, up: true }),
  'votePost of a locked one': async (who, scene) => {
    const { id, publicId } = await scene.post()
    await lock(scene, `/api/posts/${publicId}`)
    return who.post('/api/_postVote', { postId: id, up: true })
  },
  hidePost: async (who, { post }) => who.post('/api/hidden_posts', { postId: (await post()).id }),
  listHiddenPosts: (who) => who.get('/api/hidden_posts'),
  unhidePost: async (who, { post }) => who.delete(`/api/hidden_posts/${(await post()).id}`),

  listComments: async (who, { post }) => who.get(`/api/posts/${(await post()).publicId}/comments`),
  listReplies: async (who, { post }) => who.get(`/api/posts/${(await post()).publicId}/comments?parentId=1`),
  getComment: async (who, { comment }) => who.get(`/api/comments/${(await comment()).id}`),
  createComment: say(),
  'createComment on a locked post': async (who, scene) => {
    const { publicId } = await scene.post()
    await lock(scene, `/api/posts/${publicId}`)
    return who.post(`/api/posts/${publicId}/comments`, { body: 'Hello.' })
  },
  'createComment under a locked comment': async (who, scene) => {
    const { id, post } = await scene.comment()
    await lock(scene, `/api/posts/${post.publicId}/comments/${id}`)
    return who.post(`/api/posts/${post.publicId}/comments`, { body: 'Hello.', parentCommentId: id })
  },
  'createComment as moderator': say('?userGroup=mods'),
  'createComment as admin': say('?userGroup=admins'),
  'createComment as the community': say('?userGroup=community'),
  previewMarkdown: (who) => who.post('/api/_preview', { body: '*Hello.*' }),

  updateComment: onComment('PUT', ''),
  "updateComment of one's own": onComment('PUT', '', { isOwn: true }),
  'updateComment lock as moderator': onComment('PUT', '?action=lock&lockAs=mods'),
  'updateComment lock as admin': onComment('PUT', '?action=lock&lockAs=admins'),
  'updateComment unlock': onComment('PUT', '?action=unlock'),
  'updateComment mark as AI': onComment('PUT', '?action=markAsAi'),
  'updateComment unmark as AI': onComment('PUT', '?action=unmarkAsAi'),
  'updateComment changeAsUser normal': onComment('PUT', '?action=changeAsUser&userGroup=normal'),
  'updateComment changeAsUser mods, own': onComment('PUT', '?action=changeAsUser&userGroup=mods', {
    isOwn: true,
  }),
  'updateComment changeAsUser admins, own': onComment('PUT', '?action=changeAsUser&userGroup=admins', {
    isOwn: true,
  }),
  'updateComment pin': onComment('PUT', '?action=pin'),
  'updateComment unpin': onComment('PUT', '?action=unpin'),
  'updateComment restore': async (who, scene) => {
    const { id, post } = await scene.comment()
    const path = `/api/posts/${post.publicId}/comments/${id}`
    await scene.moderator.delete(`${path}?deleteAs=mods`)
    return who.put(`${path}?action=restore`)
  },
  'updateComment explode': onComment('PUT', '?action=explode'),

  deleteComment: onComment('DELETE', ''),
  'deleteComment as moderator': onComment('DELETE', '?deleteAs=mods'),
  'deleteComment as admin': onComment('DELETE', '?deleteAs=admins'),
  voteComment: async (who, { comment }) =>
    who.post('/api/_commentVote', { commentId: (await comment()).id, up: true }),
  'voteComment under a locked post': async (who, scene) => {
    const { id, post } = await scene.comment()
    await lock(scene, `/api/posts/${post.publicId}`)
    return who.post('/api/_commentVote', { commentId: id, up: true })
  },

  uploadImage: async (who) => who.send(await uploadOf(await picture(1))),
  updateImage: async (who, { image }) => who.put(`/api/images/${(await image()).id}`, { altText: 'A wren.' }),
  "updateImage unused, one's own": async (who, { forum, author }) => {
    const { id } = await forum.upload(isMember(who) ? who : author)
    return who.put(`/api/images/${id}`, { altText: 'A wren.' })
  },
}

// [CORE-6-001] [CORE-6-015]
describeAuthorization({ endpoints, table, calls })
