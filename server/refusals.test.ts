import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { commentEndpoints } from '../contract/endpoints/comments.ts'
import { imageEndpoints } from '../contract/endpoints/images.ts'
import { postEndpoints } from '../contract/endpoints/posts.ts'
import { limits } from '../contract/limits.ts'
import { changeSettings } from '../tests/support/access.ts'
import { newAutomation } from '../tests/support/automation.ts'
import { duringMove } from '../tests/support/duringMove.ts'
import type { Member } from '../tests/support/forum.ts'
import { startForum } from '../tests/support/forum.ts'
import { whileHeld } from '../tests/support/held.ts'
import { animation, badPictures, drawing, uploadOf } from '../tests/support/pictures.ts'
import { describeRefusals, type Provocations } from '../tests/support/refusals.ts'
import { bannedFromReading, type Scene, startScene } from '../tests/support/scene.ts'
import { hexOfHash, pictureHash } from './core/images/pictureHash.ts'
import { pinnedPostsMax } from './features/posting/pin.ts'

const endpoints = { ...postEndpoints, ...commentEndpoints, ...imageEndpoints }

type Answer = Promise<LightMyRequestResponse>

const unknown = '99999999'

/** Makes a call while links need level 1. */
const untrusted =
  (call: (scene: Scene) => Answer) =>
  async (scene: Scene): Answer => {
    await changeSettings(scene.admin, { trustForLinks: '1' })
    const answer = await call(scene)
    await changeSettings(scene.admin, { trustForLinks: '0' })
    return answer
  }

const feed =
  (query: string) =>
  ({ member }: Scene) =>
    member.get(`/api/posts?${query}`)

const create =
  (fields: object, who: 'member' | 'banned' | 'author' = 'member') =>
  (scene: Scene) =>
    scene[who].post('/api/posts', { title: 'A new post', community: 'birding', ...fields })

/** The answer to the last of as many requests while `birding` holds everything of new members; `prepare` comes before. */
const held =
  <T>(times: 1 | 2, prepare: (scene: Scene) => Promise<T>, request: (scene: Scene, prepared: T) => Answer) =>
  async (scene: Scene): Answer => {
    const prepared = await prepare(scene)
    return whileHeld(scene.forum.db, async () => {
      const first = await request(scene, prepared)
      return times === 1 ? first : request(scene, prepared)
    })
  }
/** The answer to a request while a rule of the site refuses spam; `prepare` comes before. */
const ruled =
  <T>(prepare: (scene: Scene) => Promise<T>, request: (scene: Scene, prepared: T) => Answer) =>
  async (scene: Scene): Answer => {
    const prepared = await prepare(scene)
    const { id } = await newAutomation(scene.admin, null, { on: 'both', acts: [{ does: 'refuse' }] })
    const answer = await request(scene, prepared)
    await scene.admin.delete(`/api/automation/${id}`)
    return answer
  }
const heldPost = (times: 1 | 2) =>
  held(
    times,
    async () => `Sent ${times} times`,
    ({ member }, title) => member.post('/api/posts', { title, community: 'birding' }),
  )
const heldEdit = (times: 1 | 2) =>
  held(
    times,
    (scene) => scene.post(),
    ({ author }, { publicId }) => author.put(`/api/posts/${publicId}`, { title: 'A new title' }),
  )
const heldComment = (times: 1 | 2) =>
  held(
    times,
    (scene) => scene.post(),
    ({ member }, { publicId }) => member.post(`/api/posts/${publicId}/comments`, { body: 'Hello.' }),
  )
const heldChange = (times: 1 | 2) =>
  held(
    times,
    (scene) => scene.comment(),
    ({ author }, { id, post }) =>
      author.put(`/api/posts/${post.publicId}/comments/${id}`, { body: 'A new text.' }),
  )

/** Several changes of a new post. @returns the last answer. */
const changePost =
  (
    method: 'PUT' | 'DELETE',
    who: keyof Scene & ('author' | 'member' | 'moderator' | 'admin'),
    ...queries: string[]
  ) =>
  async (scene: Scene): Answer => {
    const { publicId } = await scene.post()
    return sendInOrder(
      scene[who],
      method,
      queries.map((query) => `/api/posts/${publicId}${query}`),
    )
  }

const changeComment =
  (
    method: 'PUT' | 'DELETE',
    who: 'author' | 'member' | 'moderator' | 'admin',
    query: string,
    body = 'A new text.',
  ) =>
  async (scene: Scene): Answer => {
    const { id, post } = await scene.comment()
    return scene[who].send({
      method,
      url: `/api/posts/${post.publicId}/comments/${id}${query}`,
      payload: JSON.stringify({ body }),
    })
  }

async function sendInOrder(member: Member, method: 'PUT' | 'DELETE', urls: string[]): Answer {
  const [url = '', ...others] = urls
  const answer = await member.send({ method, url, payload: '{"title":"A new title"}' })
  return others.length === 0 ? answer : sendInOrder(member, method, others)
}

const comment =
  (fields: object, query = '') =>
  async ({ member, post }: Scene) =>
    member.post(`/api/posts/${(await post()).publicId}/comments${query}`, { body: 'Hello.', ...fields })

/** A reply to a new comment, which `before` has changed. */
const reply =
  (before: (scene: Scene, path: string) => Answer) =>
  async (scene: Scene): Answer => {
    const { id, post } = await scene.comment()
    await before(scene, `/api/posts/${post.publicId}/comments/${id}`)
    return scene.member.post(`/api/posts/${post.publicId}/comments`, { body: 'Hello.', parentCommentId: id })
  }

const unusable = [{ imageId: unknown }]
const tooMany = Array.from({ length: limits.attachmentsMax + 1 }, (_, n) => ({ imageId: `${n + 1}` }))

/** A new or changed text with these images below it. */
const withImages = {
  post: (attachments: object[], of?: () => Scene) => async (scene: Scene) => {
    const { author, post } = of?.() ?? scene
    return author.put(`/api/posts/${(await post()).publicId}`, { attachments })
  },
  newComment: (attachments: object[], of?: () => Scene) => (scene: Scene) =>
    comment({ attachments })(of?.() ?? scene),
  comment: (attachments: object[], of?: () => Scene) => async (scene: Scene) => {
    const { author, comment } = of?.() ?? scene
    return author.put(`/api/posts/any/comments/${(await comment()).id}`, { body: 'Hello.', attachments })
  },
}
type WithImages = (typeof withImages)[keyof typeof withImages]

const imageRefusals = (make: WithImages) => ({
  invalidImageId: make([{ imageId: 'abc' }]),
  tooManyImages: make(tooMany),
  noImagePosts: make(unusable, () => strict),
  notEnoughPointsForMedia: make(unusable, () => poor),
  imageNotFound: make(unusable),
})

const lockPost = ({ moderator }: Scene, publicId: string) =>
  moderator.put(`/api/posts/${publicId}?action=lock&lockAs=mods`)

/** A removal in a community that requires a reason for each. */
const withoutReason = (kind: 'post' | 'comment') => async (scene: Scene) => {
  const require = async (removal_reason_required: boolean) =>
    scene.forum.db
      .updateTable('communities')
      .set({ removal_reason_required })
      .where('id', '=', await scene.birding())
      .execute()
  await require(true)
  const path = kind === 'post' ? (await scene.post()).publicId : `any/comments/${(await scene.comment()).id}`
  const answer = await scene.moderator.delete(`/api/posts/${path}?deleteAs=mods`)
  await require(false)
  return answer
}

/** A downvote in a community that allows them to these only. */
const downvote =
  (kind: 'post' | 'comment', downvoters: 'nobody' | 'members' | 'trust4') =>
  async (scene: Scene): Answer => {
    const allow = async (those: string) =>
      scene.moderator.put(`/api/communities/${await scene.birding()}`, { downvoters: those })
    await allow(downvoters)
    const { id } = await scene[kind]()
    const answer = await scene.member.post(`/api/_${kind}Vote`, { [`${kind}Id`]: id, up: false })
    await allow('everyone')
    return answer
  }
/** The second vote on what the same member wrote, where one a day is allowed, or one an hour to this voter. */
async function limitedVote(
  kind: 'post' | 'comment',
  limit: 'votesOnMemberPerDay' | 'slowVotesPerHour' = 'votesOnMemberPerDay',
): Answer {
  const forum = await startForum({ RATE_LIMITS: 'on' })
  try {
    await changeSettings(await forum.member('the_admin', { isAdmin: true }), { [limit]: 1 })
    await forum.community('birding')
    const [author, voter] = [await forum.member('author_a'), await forum.member('voter_v')]
    const post = await forum.post(author, 'birding')
    const { id } = kind === 'post' ? post : await forum.comment(author, post)
    if (limit === 'slowVotesPerHour')
      await sql`insert into slow_voters (user_id) values (${voter.id})`.execute(forum.db)
    await voter.post(`/api/_${kind}Vote`, { [`${kind}Id`]: id })
    return await voter.post(`/api/_${kind}Vote`, { [`${kind}Id`]: id, up: false })
  } finally {
    await forum.close()
  }
}
const votes = (kind: 'post' | 'comment') => ({
  botsCannotVote: async (scene: Scene) => {
    const mark = (isBot: boolean) => scene.member.post('/api/_settings?action=updateProfile', { isBot })
    await mark(true)
    const answer = await scene.member.post(`/api/_${kind}Vote`, { [`${kind}Id`]: (await scene[kind]()).id })
    await mark(false)
    return answer
  },
  tooManyVotesOnMember: () => limitedVote(kind),
  votingSlowed: () => limitedVote(kind, 'slowVotesPerHour'),
  downvotesOff: downvote(kind, 'nobody'),
  downvotesForMembers: downvote(kind, 'members'),
  downvotesNeedTrust: downvote(kind, 'trust4'),
})

const invalidGroup = 'lock&lockAs=kings'

/** What happens in a community that refuses what is made with AI. */
const whereAiIsRefused =
  (request: (scene: Scene) => Answer) =>
  async (scene: Scene): Answer => {
    const set = async (madeWithAi: string) =>
      scene.admin.put(`/api/communities/${await scene.birding()}`, { madeWithAi })
    await set('refused')
    const answer = await request(scene)
    await set('allowed')
    return answer
  }

/** The second comment of a member on a post where comments are limited. */
const limited =
  (limits: object) =>
  async ({ member, moderator, post }: Scene) => {
    const { publicId } = await post()
    await moderator.put(`/api/posts/${publicId}/comment-limits`, limits)
    await member.post(`/api/posts/${publicId}/comments`, { body: 'Hello.' })
    return member.post(`/api/posts/${publicId}/comments`, { body: 'Hello again.' })
  }

const provocations: Provocations<typeof endpoints> = {
  listPosts: {
    invalidFeedSort: feed('sort=best'),
    limitNotANumber: feed('limit=ten'),
    limitOutOfRange: feed('limit=51'),
    invalidId: feed('communityId=birding'),
    invalidFeedType: feed('feed=mine'),
    communityIsEmpty: feed('feed=community'),
    invalidCursor: feed('next=abc'),
    notLoggedIn: ({ guest }) => guest.get('/api/posts?feed=home'),
    bannedFromCommunity: (scene) =>
      bannedFromReading(scene, async (banned) =>
        banned.get(`/api/posts?communityId=${await scene.birding()}`),
      ),
  },
  listModeratedPosts: {
    invalidFeedFilter: feed('filter=some'),
    limitNotANumber: feed('filter=locked&limit=ten'),
    limitOutOfRange: feed('filter=locked&limit=51'),
    notLoggedIn: ({ guest }) => guest.get('/api/posts?filter=locked'),
    invalidPage: feed('filter=locked&communityId=1&page=0'),
    invalidId: feed('filter=locked&communityId=birding&page=1'),
    communityNotFound: feed(`filter=locked&communityId=${unknown}&page=1`),
    neitherAdminNorModerator: async (scene) =>
      feed(`filter=locked&communityId=${await scene.birding()}&page=1`)(scene),
  },
  createPost: {
    invalidGroup: create({ userGroup: 'kings' }),
    unsupportedPostType: create({ type: 'poll' }),
    noImagePosts: () => strict.member.post('/api/posts', { type: 'image', title: 'A new post' }),
    communityNotFound: create({ community: 'nowhere' }),
    notEnoughPointsForMedia: () =>
      strict.member.post('/api/posts', { type: 'link', title: 'A new post', community: 'birding' }),
    invalidImageId: create({ type: 'image', images: [{ imageId: 'abc' }] }),
    tooManyImages: create({
      type: 'image',
      images: Array.from({ length: limits.imagesPerPostMax + 1 }, (_, n) => ({ imageId: `${n + 1}` })),
    }),
    imageNotFound: create({ type: 'image', images: [{ imageId: unknown }] }),
    invalidUrl: create({ type: 'link', url: 'ftp://example.org/' }),
    urlTooLong: create({ type: 'link', url: `https://example.org/${'a'.repeat(limits.linkMaxBytes)}` }),
    titleTooShort: create({ title: 'ab' }),
    bannedFromCommunity: create({}, 'banned'),
    postingRestricted: async (scene) => {
      const { id } = await scene.forum.community('restricted')
      const { db } = scene.forum
      await db.updateTable('communities').set({ posting_restricted: true }).where('id', '=', id).execute()
      return create({ community: 'restricted' })(scene)
    },
    notModerator: create({ userGroup: 'mods' }),
    notAdmin: create({ userGroup: 'admins' }),
    madeWithAiRefused: whereAiIsRefused(create({ isMadeWithAi: true })),
    trustTooLow: untrusted(create({ type: 'text', body: 'https://elsewhere.example' })),
    heldForReview: heldPost(1),
    alreadyWaiting: heldPost(2),
    refusedByRule: ruled(
      async () => 'Spam',
      ({ member }, title) => member.post('/api/posts', { title, community: 'birding' }),
    ),
  },
  getPost: {
    postNotFound: ({ guest }) => guest.get('/api/posts/nowhere1'),
    invalidCommentSort: async ({ guest, post }) =>
      guest.get(`/api/posts/${(await post()).publicId}?commentsSort=loudest`),
    limitNotANumber: async ({ guest, post }) =>
      guest.get(`/api/posts/${(await post()).publicId}?commentsLimit=all`),
    limitOutOfRange: async ({ guest, post }) =>
      guest.get(`/api/posts/${(await post()).publicId}?commentsLimit=501`),
    bannedFromCommunity: (scene) =>
      bannedFromReading(scene, async (banned) => banned.get(`/api/posts/${(await scene.post()).publicId}`)),
  },
  updatePost: {
    postNotFound: ({ member }) => member.put('/api/posts/nowhere1', { title: 'A new title' }),
    invalidAction: changePost('PUT', 'author', '?action=explode'),
    invalidGroup: changePost('PUT', 'moderator', `?action=${invalidGroup}`),
    notAuthor: changePost('PUT', 'member', ''),
    postRemoved: async ({ author, moderator, post }) => {
      const { publicId } = await post()
      await moderator.delete(`/api/posts/${publicId}?deleteAs=mods`)
      return author.put(`/api/posts/${publicId}`, { title: 'A new title' })
    },
    bannedFromCommunity: async (scene) => {
      const made = await scene.post()
      await scene.give(made, scene.banned)
      return scene.banned.put(`/api/posts/${made.publicId}`, { title: 'A new title' })
    },
    titleTooShort: async ({ author, post }) =>
      author.put(`/api/posts/${(await post()).publicId}`, { title: 'ab' }),
    ...imageRefusals(withImages.post),
    notModerator: changePost('PUT', 'member', '?action=lock&lockAs=mods'),
    notAdmin: changePost('PUT', 'member', '?action=lock&lockAs=admins'),
    notModeratorNorAdmin: changePost('PUT', 'member', '?action=unlock'),
    madeWithAiRefused: whereAiIsRefused(async ({ author, post }) =>
      author.put(`/api/posts/${(await post()).publicId}`, { isMadeWithAi: true }),
    ),
    madeWithAiByStaff: async ({ author, moderator, post }) => {
      const { publicId } = await post()
      await moderator.put(`/api/posts/${publicId}?action=markAsAi`)
      return author.put(`/api/posts/${publicId}`, { isMadeWithAi: false })
    },
    cannotPinDeleted: async (scene) => {
      const { publicId } = await scene.post()
      await scene.author.delete(`/api/posts/${publicId}`)
      return scene.admin.put(`/api/posts/${publicId}?action=pin`)
    },
    pinLimitReached: async (scene) => {
      const pin = changePost('PUT', 'moderator', '?action=pin')
      for (let pinned = 0; pinned < pinnedPostsMax; pinned++) await pin(scene)
      return pin(scene)
    },
    notRemoved: changePost('PUT', 'moderator', '?action=restore'),
    contentGone: async ({ admin, post }) => {
      const { publicId } = await post()
      await admin.delete(`/api/posts/${publicId}?deleteAs=admins&deleteContent=true`)
      return admin.put(`/api/posts/${publicId}?action=restore`)
    },
    alreadyAnnounced: changePost('PUT', 'admin', '?action=announce', '?action=announce'),
    trustTooLow: untrusted(async (scene) => {
      const { publicId } = await scene.post()
      return scene.author.put(`/api/posts/${publicId}`, { body: 'https://elsewhere.example' })
    }),
    heldForReview: heldEdit(1),
    alreadyWaiting: heldEdit(2),
    refusedByRule: ruled(
      (scene) => scene.post(),
      ({ author }, { publicId }) => author.put(`/api/posts/${publicId}`, { title: 'Spam' }),
    ),
  },
  deletePost: {
    postNotFound: ({ member }) => member.delete('/api/posts/nowhere1'),
    invalidGroup: changePost('DELETE', 'author', '?deleteAs=kings'),
    deleteContentNotBoolean: changePost('DELETE', 'author', '?deleteContent=perhaps'),
    postAlreadyDeleted: changePost('DELETE', 'author', '', ''),
    moderatorsKeepContent: changePost('DELETE', 'moderator', '?deleteAs=mods&deleteContent=true'),
    notAuthor: changePost('DELETE', 'member', ''),
    notModerator: changePost('DELETE', 'member', '?deleteAs=mods'),
    notAdmin: changePost('DELETE', 'member', '?deleteAs=admins'),
    ruleNotFound: async ({ moderator, post }) =>
      moderator.delete(`/api/posts/${(await post()).publicId}?deleteAs=mods`, { ruleId: 999 }),
    removalReasonRequired: withoutReason('post'),
  },
  votePost: {
    invalidVote: ({ member }) => member.post('/api/_postVote', { postId: unknown, set: 'sideways' }),
    postNotFound: ({ member }) => member.post('/api/_postVote', { postId: unknown }),
    postLocked: async (scene) => {
      const { id, publicId } = await scene.post()
      await lockPost(scene, publicId)
      return scene.member.post('/api/_postVote', { postId: id })
    },
    bannedFromCommunity: async ({ banned, post }) =>
      banned.post('/api/_postVote', { postId: (await post()).id }),
    ...votes('post'),
  },
  hidePost: { postNotFound: ({ member }) => member.post('/api/hidden_posts', { postId: unknown }) },
  listHiddenPosts: { invalidCursor: ({ member }) => member.get('/api/hidden_posts?next=nonsense') },
  unhidePost: { invalidPostId: ({ member }) => member.delete('/api/hidden_posts/abc') },
  getLinkInfo: { invalidUrl: ({ member }) => member.get('/api/_link_info?url=ftp://example.org/') },

  listComments: {
    postNotFound: ({ guest }) => guest.get('/api/posts/nowhere1/comments'),
    invalidCommentSort: async ({ guest, post }) =>
      guest.get(`/api/posts/${(await post()).publicId}/comments?sort=loudest`),
    invalidCursor: async ({ guest, post }) =>
      guest.get(`/api/posts/${(await post()).publicId}/comments?next=abc`),
    limitNotANumber: async ({ guest, post }) =>
      guest.get(`/api/posts/${(await post()).publicId}/comments?limit=all`),
    limitOutOfRange: async ({ guest, post }) =>
      guest.get(`/api/posts/${(await post()).publicId}/comments?limit=501`),
    bannedFromCommunity: (scene) =>
      bannedFromReading(scene, async (banned) =>
        banned.get(`/api/posts/${(await scene.post()).publicId}/comments`),
      ),
  },
  listReplies: {
    postNotFound: ({ guest }) => guest.get('/api/posts/nowhere1/comments?parentId=1'),
    invalidCommentSort: async ({ guest, post }) =>
      guest.get(`/api/posts/${(await post()).publicId}/comments?parentId=1&sort=loudest`),
    invalidId: async ({ guest, post }) =>
      guest.get(`/api/posts/${(await post()).publicId}/comments?parentId=abc`),
    invalidCursor: async ({ guest, post }) =>
      guest.get(`/api/posts/${(await post()).publicId}/comments?parentId=1&next=abc`),
    limitNotANumber: async ({ guest, post }) =>
      guest.get(`/api/posts/${(await post()).publicId}/comments?parentId=1&limit=all`),
    limitOutOfRange: async ({ guest, post }) =>
      guest.get(`/api/posts/${(await post()).publicId}/comments?parentId=1&limit=501`),
    bannedFromCommunity: (scene) =>
      bannedFromReading(scene, async (banned) =>
        banned.get(`/api/posts/${(await scene.post()).publicId}/comments?parentId=1`),
      ),
  },
  createComment: {
    ...imageRefusals(withImages.newComment),
    postNotFound: ({ member }) => member.post('/api/posts/nowhere1/comments', { body: 'Hello.' }),
    invalidGroup: comment({}, '?userGroup=kings'),
    postLocked: async (scene) => {
      const { publicId } = await scene.post()
      await lockPost(scene, publicId)
      return scene.member.post(`/api/posts/${publicId}/comments`, { body: 'Hello.' })
    },
    movedSinceHeld: async (scene) => {
      const post = await scene.post()
      return duringMove({ ...scene, post, to: 'elsewhere' }, () =>
        scene.admin.post(`/api/posts/${post.publicId}/comments?userGroup=community`, { body: 'Hello.' }),
      )
    },
    bannedFromCommunity: async ({ banned, post }) =>
      banned.post(`/api/posts/${(await post()).publicId}/comments`, { body: 'Hello.' }),
    notModerator: comment({}, '?userGroup=mods'),
    notAdmin: comment({}, '?userGroup=admins'),
    neitherAdminNorModerator: comment({}, '?userGroup=community'),
    commentNotFound: comment({ parentCommentId: unknown }),
    replyToDeleted: reply(({ author }, path) => author.delete(path)),
    threadTooDeep: async ({ forum, member, post }) => {
      const under = await post()
      let parentCommentId: string | undefined
      for (let depth = 0; depth <= limits.commentMaxDepth; depth++)
        parentCommentId = (await forum.comment(member, under, `Depth ${depth}`, parentCommentId)).id
      return member.post(`/api/posts/${under.publicId}/comments`, { body: 'Hello.', parentCommentId })
    },
    commentLocked: reply(({ moderator }, path) => moderator.put(`${path}?action=lock&lockAs=mods`)),
    emptyComment: comment({ body: ' ' }),
    madeWithAiRefused: whereAiIsRefused(comment({ body: 'Hello.', isMadeWithAi: true })),
    commentersLimited: limited({ commenters: { who: 'trust4' } }),
    slowMode: limited({ slowMode: { seconds: 60 } }),
    trustTooLow: untrusted(async (scene) => {
      const { publicId } = await scene.post()
      return scene.member.post(`/api/posts/${publicId}/comments`, { body: 'https://elsewhere.example' })
    }),
    heldForReview: heldComment(1),
    alreadyWaiting: heldComment(2),
    refusedByRule: ruled(
      (scene) => scene.post(),
      ({ member }, { publicId }) => member.post(`/api/posts/${publicId}/comments`, { body: 'Spam' }),
    ),
  },
  updateComment: {
    invalidId: ({ member }) => member.put('/api/posts/any/comments/abc', { body: 'Hello.' }),
    commentNotFound: ({ member }) => member.put(`/api/posts/any/comments/${unknown}`, { body: 'Hello.' }),
    invalidAction: changeComment('PUT', 'author', '?action=explode'),
    invalidGroup: changeComment('PUT', 'moderator', `?action=${invalidGroup}`),
    commentDeleted: async ({ author, comment }) => {
      const { id } = await comment()
      await author.delete(`/api/posts/any/comments/${id}`)
      return author.put(`/api/posts/any/comments/${id}`, { body: 'Hello.' })
    },
    notAuthor: changeComment('PUT', 'member', ''),
    bannedFromCommunity: async (scene) => {
      const { id, post: made } = await scene.comment()
      await scene.give(made, scene.banned)
      return scene.banned.put(`/api/posts/any/comments/${id}`, { body: 'Hello.' })
    },
    notModerator: changeComment('PUT', 'member', '?action=lock&lockAs=mods'),
    notAdmin: changeComment('PUT', 'member', '?action=lock&lockAs=admins'),
    notModeratorNorAdmin: changeComment('PUT', 'member', '?action=unlock'),
    emptyComment: changeComment('PUT', 'author', '', ' '),
    ...imageRefusals(withImages.comment),
    madeWithAiRefused: whereAiIsRefused(async ({ author, comment }) =>
      author.put(`/api/posts/any/comments/${(await comment()).id}`, { body: 'Hello.', isMadeWithAi: true }),
    ),
    madeWithAiByStaff: async ({ author, moderator, comment }) => {
      const path = `/api/posts/any/comments/${(await comment()).id}`
      await moderator.put(`${path}?action=markAsAi`)
      return author.put(path, { body: 'Hello.', isMadeWithAi: false })
    },
    cannotPinReply: async ({ forum, author, moderator, comment }) => {
      const { id, post: under } = await comment()
      const reply = await forum.comment(author, under, 'A reply', id)
      return moderator.put(`/api/posts/any/comments/${reply.id}?action=pin`)
    },
    notRemoved: changeComment('PUT', 'moderator', '?action=restore'),
    contentGone: async ({ forum, moderator, comment }) => {
      // As an import leaves it: known to be removed, but without the content.
      const { id } = await comment()
      await moderator.delete(`/api/posts/any/comments/${id}?deleteAs=mods`)
      await forum.db.updateTable('comments').set({ body: '' }).where('id', '=', id).execute()
      return moderator.put(`/api/posts/any/comments/${id}?action=restore`)
    },
    trustTooLow: untrusted(changeComment('PUT', 'author', '', 'https://elsewhere.example')),
    heldForReview: heldChange(1),
    alreadyWaiting: heldChange(2),
    refusedByRule: ruled(
      (scene) => scene.comment(),
      ({ author }, { id, post }) =>
        author.put(`/api/posts/${post.publicId}/comments/${id}`, { body: 'Spam' }),
    ),
  },
  deleteComment: {
    invalidId: ({ member }) => member.delete('/api/posts/any/comments/abc'),
    commentNotFound: ({ member }) => member.delete(`/api/posts/any/comments/${unknown}`),
    invalidGroup: changeComment('DELETE', 'author', '?deleteAs=kings'),
    commentDeleted: async ({ author, comment }) => {
      const { id } = await comment()
      await author.delete(`/api/posts/any/comments/${id}`)
      return author.delete(`/api/posts/any/comments/${id}`)
    },
    notAuthor: changeComment('DELETE', 'member', ''),
    notModerator: changeComment('DELETE', 'member', '?deleteAs=mods'),
    notAdmin: changeComment('DELETE', 'member', '?deleteAs=admins'),
    ruleNotFound: async ({ moderator, comment }) =>
      moderator.delete(`/api/posts/any/comments/${(await comment()).id}?deleteAs=mods`, { ruleId: 999 }),
    removalReasonRequired: withoutReason('comment'),
  },
  getComment: {
    invalidId: ({ guest }) => guest.get('/api/comments/abc'),
    commentNotFound: ({ guest }) => guest.get(`/api/comments/${unknown}`),
    bannedFromCommunity: (scene) =>
      bannedFromReading(scene, async (banned) => banned.get(`/api/comments/${(await scene.comment()).id}`)),
  },
  voteComment: {
    invalidVote: ({ member }) => member.post('/api/_commentVote', { commentId: unknown, set: 'sideways' }),
    commentNotFound: ({ member }) => member.post('/api/_commentVote', { commentId: unknown }),
    commentDeleted: async ({ author, member, comment }) => {
      const { id } = await comment()
      await author.delete(`/api/posts/any/comments/${id}`)
      return member.post('/api/_commentVote', { commentId: id })
    },
    postLocked: async (scene) => {
      const { id, post } = await scene.comment()
      await lockPost(scene, post.publicId)
      return scene.member.post('/api/_commentVote', { commentId: id })
    },
    bannedFromCommunity: async ({ banned, comment }) =>
      banned.post('/api/_commentVote', { commentId: (await comment()).id }),
    ...votes('comment'),
  },
  previewMarkdown: {},

  uploadImage: {
    noUploads: async () => strict.member.send(await uploadOf(Buffer.from('a picture'))),
    blockedPicture: async ({ member, admin }) => {
      const file = await drawing(1)
      await admin.put('/api/_admin/blocked_pictures', {
        block: [{ hash: hexOfHash(await pictureHash(file)) }],
      })
      return member.send(await uploadOf(file))
    },
    fileSizeExceeded: ({ member }) => member.post('/api/_uploads', { image: 'a picture' }),
    ...badPictures<Scene>(async ({ member }, file) => member.send(await uploadOf(file))),
    animationTooLarge: async ({ member }) =>
      member.send(await uploadOf(await animation(1001, { width: 2, height: 2 }))),
    unsupportedImageFormat: async ({ member }) => member.send(await uploadOf(Buffer.from('no picture'))),
  },
  updateImage: {
    invalidImageId: ({ member }) => member.put('/api/images/abc', { altText: 'A wren.' }),
    imageNotFound: ({ member }) => member.put(`/api/images/${unknown}`, { altText: 'A wren.' }),
    imageOfSomeoneElse: async ({ member, image }) =>
      member.put(`/api/images/${(await image()).id}`, { altText: 'A wren.' }),
  },
}

/** A site without image posts, and with link posts only for members with points. */
let strict: Scene
let poor: Scene
beforeAll(async () => {
  strict = await startScene({ IMAGE_POSTS: 'off', MEDIA_POST_POINTS: '5' })
  poor = await startScene({ MEDIA_POST_POINTS: '5' })
})
afterAll(() => Promise.all([strict, poor].map(({ forum }) => forum.close())))

describeRefusals(endpoints, provocations)
