import { sql } from 'kysely'
import type { AutomationDefinition } from '../../contract/entities/automation.ts'
import { createToken } from '../../server/features/mailedLinks/token.ts'
import { makeExports } from '../../server/features/ownData/makeExport.ts'
import { recordStatistics } from '../../server/features/statistics/record.ts'
import { type Forum, type Member, passwordOf } from '../support/forum.ts'
import { picture } from '../support/pictures.ts'
import { Person } from './person.ts'
import type { Recorder } from './recorder.ts'

/** The initial state: a small forum with two communities and some members. */
interface Setup {
  readonly forum: Forum
  /** URL of the forum. */
  readonly origin: string
  /** The origin of a web page that can be linked to. */
  readonly elsewhere: string
}

/** Advances all id sequences to different values, so that ids of different entities do not look alike. */
const idsFrom = {
  users: 1001,
  communities: 51,
  posts: 20_341,
  comments: 70_215,
  images: 4017,
  lists: 311,
  list_items: 905,
  community_rules: 12,
  notifications: 8820,
  reports: 140,
  community_requests: 33,
  ip_blocks: 7,
  applications: 61,
  invitations: 25,
  appeals: 18,
  member_notes: 44,
  modmail_conversations: 63,
  modmail_messages: 507,
  held_items: 22,
  notices: 84,
}

/**
 * A story in which every call of the contract is made at least once. @returns a client of an admin who is also a
 * moderator.
 */
export async function tellStory(
  { forum, origin, elsewhere }: Setup,
  recorder: Recorder,
): Promise<{ admin: Person }> {
  const { db } = forum
  for (const [table, id] of Object.entries(idsFrom))
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${id}, false)`.execute(db)
  const at = (member: Member) => new Person(origin, member.username, member.headers().cookie)

  const founder = await forum.member('heron', { isAdmin: true, points: 240 })
  const birding = await forum.community('birding', founder)
  await forum.community('gardens', founder)
  const admin = at(founder)
  const robin = at(await forum.moderator('robin', 'birding'))
  const siskin = await forum.member('siskin', { points: 31 })
  const other = at(siskin)
  const wren = await forum.member('wren', { points: 58 })
  const magpie = await forum.member('magpie')
  const communityId = birding.id
  const ofCommunity = { communityId }

  // Sessions and accounts
  const guest = new Person(origin)
  await recorder.call(guest, 'getInitial', 'A first visit', {})
  await recorder.call(guest, 'getCaptcha', 'A challenge', {})
  await recorder.call(guest, 'checkUsername', 'A free name', { params: { username: 'plover' } })
  const newcomer = new Person(origin)
  await newcomer.send({ method: 'GET', address: '/api/_initial' })
  await recorder.call(newcomer, 'signup', 'A new account', {
    body: { username: 'plover', password: passwordOf('plover'), email: 'plover@mail.example' },
  })
  newcomer.name = 'plover'
  const me = new Person(origin)
  await me.send({ method: 'GET', address: '/api/_initial' })
  await recorder.call(me, 'login', 'Logging in', { body: { username: 'wren', password: passwordOf('wren') } })
  await recorder.refused(
    guest,
    'login',
    'A wrong password',
    { body: { username: 'wren', password: 'a guess' } },
    401,
  )
  me.name = 'wren'
  await recorder.call(me, 'getOwnUser', 'Oneself', {})
  await recorder.refused(guest, 'getOwnUser', 'Nobody is logged in', {}, 401)

  // Posts
  const image = await recorder.call(me, 'uploadImage', 'An image for a post', { file: await picture(2) })
  await recorder.call(me, 'updateImage', 'What it shows', {
    params: { imageId: image.id },
    body: { altText: 'A wren on a wall' },
  })
  await recorder.call(me, 'getLinkInfo', 'The title of a page', { query: { url: `${elsewhere}/swifts` } })
  const post = await recorder.call(me, 'createPost', 'A text post', {
    body: {
      type: 'text',
      title: 'First swift of the year',
      body: 'Over the *old mill*, at noon.',
      community: 'birding',
    },
  })
  const pictures = await recorder.call(me, 'createPost', 'An image post', {
    body: {
      type: 'image',
      title: 'On the garden wall',
      images: [{ imageId: image.id }],
      community: 'birding',
    },
  })
  const link = await recorder.call(me, 'createPost', 'A link post', {
    body: {
      type: 'link',
      title: 'How swifts sleep',
      url: 'https://swifts.example/sleep',
      community: 'birding',
    },
  })
  await recorder.refused(
    me,
    'createPost',
    'A title that is too short',
    { body: { title: 'Oh', community: 'birding' } },
    400,
  )
  await recorder.call(other, 'votePost', 'The arrow that points up', { body: { postId: post.id, up: true } })
  await recorder.call(other, 'votePost', 'The same once more takes it back', {
    body: { postId: post.id, up: true },
  })
  await recorder.call(other, 'votePost', 'Set to none, whatever it was', {
    body: { postId: post.id, up: true, set: 'none' },
  })
  const ofPost = { publicId: post.publicId }

  // Comments
  const comment = await recorder.call(other, 'createComment', 'A comment', {
    params: ofPost,
    body: { body: 'Here, too: **two** of them.' },
  })
  const nest = await recorder.call(other, 'uploadImage', 'An image for a comment', { file: await picture(3) })
  await recorder.call(other, 'createComment', 'A comment with an image', {
    params: ofPost,
    body: { body: 'They nest here.', attachments: [{ imageId: nest.id, caption: 'A nest under a roof' }] },
  })
  const reply = await recorder.call(me, 'createComment', 'A reply', {
    params: ofPost,
    body: { parentCommentId: comment.id, body: 'Where was that?' },
  })
  await recorder.call(guest, 'listComments', 'A page of comments', { params: ofPost, query: { limit: 2 } })
  await recorder.call(guest, 'listReplies', 'All replies to a comment', {
    params: ofPost,
    query: { parentId: comment.id },
  })
  await recorder.call(guest, 'getComment', 'One comment', { params: { commentId: reply.id } })
  const ofReply = { ...ofPost, commentId: reply.id }
  await recorder.call(me, 'updateComment', 'Another text', {
    params: ofReply,
    body: { body: 'Where was that, and when?' },
  })
  await recorder.call(guest, 'listCommentVersions', 'What a comment was', { params: { commentId: reply.id } })
  await recorder.call(robin, 'updateComment', 'Locked by a moderator', {
    params: ofReply,
    query: { action: 'lock', lockAs: 'mods', reason: 'Settled.' },
  })
  await recorder.call(other, 'voteComment', 'The arrow that points up', {
    body: { commentId: reply.id, up: true },
  })
  await recorder.call(me, 'previewMarkdown', 'A text as it will look', {
    body: { body: 'Over the *old mill*.' },
  })

  // More about posts
  await recorder.call(guest, 'listPosts', 'The newest of a community', {
    query: { communityId, sort: 'latest', limit: 1 },
  })
  await recorder.call(guest, 'getPost', 'A post with its comments', { params: ofPost })
  await recorder.refused(guest, 'getPost', 'There is none', { params: { publicId: 'nowhere_' } }, 404)
  await recorder.call(me, 'updatePost', 'Another text', {
    params: ofPost,
    body: { body: 'Over the *old mill*, at noon. And another in the evening.' },
  })
  await recorder.call(guest, 'listPostVersions', 'What a post was', { params: ofPost })
  await recorder.call(robin, 'updatePost', 'Pinned by a moderator', {
    params: ofPost,
    query: { action: 'pin' },
  })
  await recorder.call(other, 'hidePost', 'Not in my feeds', { body: { postId: link.id } })
  await recorder.call(other, 'listHiddenPosts', 'What I hid', {})
  await recorder.call(other, 'unhidePost', 'In my feeds again', { params: { postId: link.id } })

  // Search
  await recorder.call(guest, 'search', 'Posts with a word', { query: { q: 'swift', limit: 1 } })
  await recorder.call(guest, 'suggest', 'For a word', { query: { q: 'swift' } })
  await recorder.call(guest, 'countResults', 'Of each kind', { query: { q: 'swift' } })

  // Communities
  await recorder.call(guest, 'listCommunities', 'The largest', { query: { sort: 'size', limit: 1 } })
  await recorder.call(admin, 'createCommunity', 'A new one', {
    body: { name: 'ponds', about: 'What lives in still water.' },
  })
  await recorder.call(me, 'joinCommunity', 'Joining', { body: { communityId } })
  await recorder.call(me, 'changeMemberships', 'Joining several', {
    body: { join: [communityId], leave: [] },
  })
  await recorder.call(me, 'listNewPosts', 'Where there is something new', {})
  await recorder.call(me, 'visitCommunity', 'Opened', { params: { communityId } })
  await recorder.call(admin, 'createCommunities', 'Two at once', {
    body: {
      communities: [
        { name: 'hedges', about: 'What grows along the lanes.' },
        { name: 'orchards', about: 'Old sorts of apples.' },
      ],
    },
  })
  await recorder.call(guest, 'getCommunity', 'By its name', {
    params: { communityId: 'birding' },
    query: { byName: true },
  })
  await recorder.call(robin, 'updateCommunity', 'Another description', {
    params: ofCommunity,
    body: { about: 'Birds, and where to see them.' },
  })
  await recorder.call(robin, 'setIcon', 'An icon', { params: ofCommunity, file: await picture(3) })
  await recorder.call(robin, 'setBanner', 'A banner', { params: ofCommunity, file: await picture(4) })
  await recorder.call(robin, 'removeIcon', 'No icon', { params: ofCommunity })
  await recorder.call(robin, 'removeBanner', 'No banner', { params: ofCommunity })

  // Rules
  const [first] = await recorder.call(robin, 'createRule', 'A rule', {
    params: ofCommunity,
    body: { rule: 'No nests.', description: 'Never say where a nest is.' },
  })
  const rules = await recorder.call(robin, 'createRule', 'Another rule', {
    params: ofCommunity,
    body: { rule: 'Own pictures only.' },
  })
  const ids = rules.map(({ id }) => id).reverse()
  await recorder.call(robin, 'reorderRules', 'The last one first', {
    params: ofCommunity,
    body: { order: ids },
  })
  await recorder.call(guest, 'listRules', 'All rules', { params: ofCommunity })
  const ofRule = { communityId, ruleId: String(first?.id) }
  await recorder.call(guest, 'getRule', 'One rule', { params: ofRule })
  await recorder.call(robin, 'updateRule', 'Another text', {
    params: ofRule,
    body: { rule: 'No places of nests.' },
  })
  await recorder.call(robin, 'deleteRule', 'One less', { params: ofRule })

  // Automatic rules
  const automation: AutomationDefinition = {
    on: 'new',
    to: 'posts',
    when: {
      is: 'all',
      of: [
        { is: 'domains', list: ['shop.example'] },
        { is: 'age', compare: 'below', number: 24 },
      ],
    },
    acts: [{ does: 'hold' }],
    isLast: false,
    sparesStaff: true,
    startsAt: null,
    endsAt: null,
    daily: null,
  }
  await recorder.call(robin, 'tryAutomation', 'Before it is saved', {
    body: { communityId, definition: automation },
  })
  const { id: automationId } = await recorder.call(robin, 'createAutomation', 'Links of new accounts', {
    body: { communityId, name: 'Shops', state: 'shadow', definition: automation },
  })
  await recorder.call(robin, 'listAutomation', 'All of a community', { query: { communityId } })
  await recorder.call(robin, 'orderAutomation', 'A new order', {
    body: { communityId, order: [automationId] },
  })
  const ofAutomation = { ruleId: automationId }
  await recorder.call(robin, 'updateAutomation', 'It acts now', {
    params: ofAutomation,
    body: { state: 'on', why: 'It caught what we removed.' },
  })
  await recorder.call(robin, 'getAutomation', 'With its versions', { params: ofAutomation })
  await recorder.call(robin, 'listAutomationHits', 'What rules applied to', { query: { communityId } })
  await recorder.call(robin, 'undoAutomation', 'All of a day', {
    params: ofAutomation,
    body: { since: new Date(Date.now() - 30 * 86_400_000).toISOString() },
  })
  await recorder.call(robin, 'importAutomation', 'A rule of AutoModerator', {
    body: { communityId, yaml: 'type: submission\ndomain: [shop.example]\naction: filter' },
  })
  await recorder.call(robin, 'deleteAutomation', 'One less', { params: ofAutomation })

  // Moderators
  await recorder.call(robin, 'addModerator', 'One more', {
    params: ofCommunity,
    body: { username: 'siskin' },
  })
  await recorder.call(guest, 'listModerators', 'All moderators', { params: ofCommunity })
  await recorder.call(robin, 'setModeratorPermissions', 'For posts, comments and messages alone', {
    params: { communityId, username: 'siskin' },
    body: { permissions: ['content', 'mail'] },
  })
  await recorder.call(robin, 'listModeratorPermissions', 'What each may do', { params: ofCommunity })
  await recorder.call(robin, 'removeModerator', 'One less', { params: { communityId, username: 'siskin' } })

  // Limits for comments
  await recorder.call(robin, 'limitComments', 'Slow mode of a post, for an hour', {
    params: { publicId: post.publicId },
    body: { slowMode: { seconds: 60, hours: 1 } },
  })
  await recorder.call(robin, 'limitComments', 'Without slow mode', {
    params: { publicId: post.publicId },
    body: { slowMode: null },
  })
  await recorder.call(robin, 'limitCommentsInCommunity', 'Only members of the community', {
    params: ofCommunity,
    body: { commenters: { who: 'members' } },
  })
  await recorder.call(robin, 'limitCommentsInCommunity', 'Everyone again', {
    params: ofCommunity,
    body: { commenters: null },
  })

  // Moves, with a community that robin does not moderate
  await recorder.call(robin, 'movePost', 'Proposed to the moderators of another community', {
    params: { publicId: post.publicId },
    body: { community: 'gardens', reason: 'About trees.' },
  })
  await recorder.call(robin, 'listMoves', 'What waits', { params: ofCommunity })
  await recorder.call(robin, 'decideMove', 'Withdrawn', {
    params: { moveId: '1' },
    body: { action: 'withdraw' },
  })

  // Merges
  const { publicId: twin } = await recorder.call(me, 'createPost', 'The same again', {
    body: {
      type: 'link',
      title: 'Swifts sleep in the air',
      url: 'https://swifts.example/sleep',
      community: 'birding',
    },
  })
  await recorder.call(robin, 'listSameLinks', 'Posts with the same link', { params: { publicId: twin } })
  await recorder.call(robin, 'mergePost', 'Merged', {
    params: { publicId: twin },
    body: { into: link.publicId, reason: 'The same article.' },
  })
  await recorder.call(robin, 'listMerges', 'What was merged', { params: ofCommunity })
  await recorder.call(robin, 'undoMerge', 'Undone', { params: { mergeId: '1' } })

  // Lists
  const mine = { username: 'wren' }
  await recorder.call(me, 'createList', 'A list', {
    params: mine,
    body: { name: 'swifts', displayName: 'Swifts', public: true },
  })
  const byName = { ...mine, listName: 'swifts' }
  const list = await recorder.call(guest, 'getList', 'A list', { params: byName })
  await recorder.call(me, 'updateList', 'With a description', {
    params: byName,
    body: { description: 'All about them.' },
  })
  await recorder.call(me, 'addItem', 'A post', {
    params: byName,
    body: { targetId: post.id, targetType: 'post' },
  })
  await recorder.call(guest, 'listItems', 'What is in it', { params: byName })
  await recorder.call(me, 'listSavedTo', 'Where a post is saved', { query: { id: post.id, type: 'post' } })
  await recorder.call(me, 'removeItems', 'A post less', {
    params: byName,
    body: { targetId: post.id, targetType: 'post' },
  })
  await recorder.call(guest, 'listLists', 'The lists of a user', { params: mine })
  const byId = { listId: String(list.id) }
  await recorder.call(guest, 'getListById', 'A list', { params: byId })
  await recorder.call(me, 'updateListById', 'Another name', {
    params: byId,
    body: { displayName: 'All swifts' },
  })
  const { items } = await recorder.call(me, 'addItemById', 'A comment', {
    params: byId,
    body: { targetId: comment.id, targetType: 'comment' },
  })
  await recorder.call(guest, 'listItemsById', 'What is in it', { params: byId })
  await recorder.call(me, 'removeItem', 'One item less', {
    params: { ...byId, itemId: String(items[0]?.id) },
  })
  await recorder.call(me, 'removeItemsById', 'Everything', { params: byId })
  await recorder.call(me, 'deleteListById', 'No such list any more', { params: byId })
  await recorder.call(me, 'createList', 'Another list', { params: mine, body: { name: 'owls' } })
  await recorder.call(me, 'deleteList', 'No such list any more', { params: { ...mine, listName: 'owls' } })

  // Mutes
  await recorder.call(me, 'mute', 'A user and a community', { body: { userId: magpie.id, communityId } })
  const mutes = await recorder.call(me, 'listMutes', 'All mutes', {})
  await recorder.call(me, 'unmute', 'By its own id', { params: { muteId: mutes.userMutes[0]?.id ?? '' } })
  await recorder.call(me, 'unmuteUser', 'A user', { params: { userId: magpie.id } })
  await recorder.call(me, 'unmuteCommunity', 'A community', { params: ofCommunity })
  await recorder.call(me, 'unmuteAll', 'All users', { query: { type: 'user' } })

  // Trust
  const ofMagpie = { username: 'magpie' }
  await recorder.call(me, 'getOwnTrust', 'Of a new member', {})
  await recorder.call(admin, 'vouch', 'By an admin', { params: ofMagpie })
  await recorder.call(admin, 'getVouching', 'Of yourself', { params: ofMagpie })
  await recorder.call(admin, 'setMemberTrust', 'A level that stays', {
    params: ofMagpie,
    body: { level: 2, reason: 'A friend of the club.' },
  })
  await recorder.call(admin, 'getMemberTrust', 'With who vouched', { params: ofMagpie })
  await recorder.call(admin, 'stopVouching', 'For someone', { params: ofMagpie })
  await recorder.call(admin, 'setMemberTrust', 'From activity again', {
    params: ofMagpie,
    body: { level: null },
  })

  // Drafts
  const place = { place: 'post:owls' }
  const draft = {
    type: 'text',
    title: 'Owls of the wood',
    body: 'Half a sentence',
    community: 'birding',
    isMadeWithAi: true,
  } as const
  const saved = await recorder.call(me, 'saveDraft', 'A post that is not finished', {
    params: place,
    body: draft,
  })
  await recorder.call(me, 'saveDraft', 'The same, changed', {
    params: place,
    body: { ...draft, body: 'Half a sentence and more', basedOn: saved.draft.revision },
  })
  await recorder.call(me, 'listDrafts', 'All drafts', {})
  await recorder.call(me, 'getDraft', 'The whole text', { params: place })
  await recorder.call(me, 'deleteDraft', 'After it was sent', { params: place })

  // Notifications
  await recorder.other(me, 'streamEvents', 'How many are new', '/api/_events', '}\n\n')
  const { items: notifications } = await recorder.call(me, 'listNotifications', 'In words', {
    query: { render: 'true' },
  })
  const ofNotification = { notificationId: String(notifications[0]?.id) }
  await recorder.call(me, 'getNotification', 'The facts', { params: ofNotification })
  await recorder.call(me, 'updateNotification', 'Seen', {
    params: ofNotification,
    query: { action: 'markAsSeen', render: 'true' },
  })
  await recorder.call(me, 'deleteNotification', 'One less', {
    params: ofNotification,
    query: { render: 'true' },
  })
  await recorder.call(me, 'updateNotifications', 'All seen', { query: { action: 'markAllAsSeen' } })

  // Reports
  const report = { type: 'post' as const, reason: 3 }
  const filed = await recorder.call(other, 'report', 'Spam', { body: { ...report, targetId: link.id } })
  await recorder.call(robin, 'listReports', 'What was reported', { params: ofCommunity })
  const waiting = await recorder.call(robin, 'listQueueItems', 'What waits for moderators', {})
  await recorder.call(robin, 'lookAtQueueItem', 'It is open here', {
    body: { type: 'post', targetId: link.id },
  })
  await recorder.call(robin, 'ignoreReport', 'One less', {
    params: { communityId, reportId: String(filed.id) },
  })
  await recorder.call(robin, 'saveQueueViews', 'A view of what was removed', {
    body: { views: [{ name: 'Removed posts', query: 'kind=removed&filter=posts' }] },
  })
  await recorder.call(robin, 'listSameImagePosts', 'Posts with the same image', {
    params: { publicId: link.publicId },
  })
  await recorder.call(robin, 'listQueueViews', 'The saved views', {})
  await recorder.call(robin, 'decideQueueItems', 'Another moderator was quicker', {
    body: {
      action: 'approve',
      items: waiting.items.map(({ type, targetId, version }) => ({ type, targetId, version })),
    },
  })

  await recorder.call(robin, 'silenceReporter', 'Reports of one member are not shown any more', {
    body: { username: 'siskin', communityId, silenced: true },
  })
  await recorder.call(robin, 'listSilencedReporters', 'Whose are not', { query: { communityId } })

  // Alerts
  const ofAlerts = { params: { communityId } }
  await recorder.call(robin, 'getAlertSettings', 'Of which reports one is notified', ofAlerts)
  await recorder.call(robin, 'saveAlertSettings', 'Only of many, and of those that wait', {
    ...ofAlerts,
    body: { onFirst: false, threshold: 5, ageHours: 48 },
  })
  await recorder.call(robin, 'saveQuietHours', 'No push at night', {
    body: { quietHours: { fromHour: 22, untilHour: 7, timeZone: 'Europe/Vienna' } },
  })
  await recorder.call(robin, 'createQueueFeed', 'For a feed reader', {})
  await recorder.call(robin, 'deleteQueueFeed', 'Not any more', {})

  // Removals
  const { version } = await recorder.call(robin, 'getRemovalReasons', 'Rules and templates', {
    params: ofCommunity,
  })
  await recorder.call(robin, 'saveRemovalTemplates', 'A template', {
    params: ofCommunity,
    body: { version, templates: [{ name: 'Advertising', text: 'Please keep offers for the market.' }] },
  })
  await recorder.call(me, 'deleteComment', 'One’s own', { params: ofReply })
  await recorder.call(robin, 'deletePost', 'Removed by a moderator', {
    params: { publicId: link.publicId },
    query: { deleteAs: 'mods', reason: 'Not about birds.' },
    body: { note: 'The community for gardens would like it.' },
  })
  await recorder.call(robin, 'listModeratedPosts', 'What moderators removed', {
    query: { filter: 'deleted', communityId, page: 1 },
  })

  await recorder.call(robin, 'updatePost', 'Restored', {
    params: { publicId: link.publicId },
    query: { action: 'restore' },
    body: {},
  })

  // Bans
  const expires = new Date(Date.now() + 30 * 86_400_000 + 60_000).toISOString()
  await recorder.call(robin, 'banFromCommunity', 'For thirty days', {
    params: ofCommunity,
    body: { username: 'magpie', expires, note: 'Asked twice to stop.' },
  })
  await recorder.call(robin, 'changeCommunityBan', 'From commenting only', {
    params: ofCommunity,
    body: { username: 'magpie', kind: 'commenting', reason: 'Posts are welcome again.' },
  })
  await recorder.call(robin, 'listBanned', 'Who is banned', { params: ofCommunity })
  await recorder.call(robin, 'unbanFromCommunity', 'Welcome again', {
    params: ofCommunity,
    body: { username: 'magpie' },
  })

  // Moderation log
  await recorder.call(guest, 'listModerationLog', 'What was done in a community', {
    query: { communityId, limit: 2 },
  })

  // Users
  await recorder.call(guest, 'getUser', 'A profile', { params: mine })
  await recorder.call(guest, 'getUserFeed', 'What someone wrote', {
    params: mine,
    query: { filter: 'posts', limit: 1 },
  })
  await recorder.call(me, 'updateSettings', 'Profile and preferences', {
    query: { action: 'updateProfile' },
    body: { aboutMe: 'Small, and loud.', email: 'wren@mail.example', requireAltText: true },
  })
  await recorder.call(me, 'setProfilePicture', 'A picture', { params: mine, file: await picture(5) })
  await recorder.call(me, 'deleteProfilePicture', 'No picture', { params: mine })
  await recorder.call(admin, 'addBadge', 'A badge', { params: mine, body: { type: 'supporter' } })
  await recorder.call(admin, 'removeBadge', 'No such badge', {
    params: { ...mine, badgeId: 'supporter' },
    query: { byType: true },
  })
  await recorder.call(me, 'updateSettings', 'A bot and who runs it', {
    query: { action: 'updateProfile' },
    body: { isBot: true, botOwner: 'heron' },
  })
  await recorder.call(admin, 'answerBotOwner', 'A bot of yours', { params: mine, body: { isMine: true } })
  await recorder.call(me, 'updateSettings', 'No bot any more', {
    query: { action: 'updateProfile' },
    body: { isBot: false },
  })
  await recorder.call(me, 'recordEvent', 'The installed application', { body: { event: 'pwa_use' } })
  await recorder.call(me, 'subscribeToPush', 'A browser that can be reached', {
    body: {
      endpoint: 'https://push.example/send/7Qp2',
      keys: { auth: 'Tm90IGEgc2VjcmV0', p256dh: 'BElTm90IGEga2V5IGVpdGhlciwgb25seSBpbiB0aGUgZG9jcw' },
    },
  })
  await recorder.call(me, 'unsubscribeFromPush', 'Not any more', {})
  await recorder.call(me, 'confirmPassword', 'Before what is reserved to the owner', {
    body: { password: passwordOf('wren') },
  })
  await recorder.call(me, 'requestExport', 'An archive', {})
  await makeExports(forum, new AbortController().signal)
  const { export: archive } = await recorder.call(me, 'getExport', 'It is ready', {})
  await recorder.other(me, 'downloadExport', 'The archive', archive?.url ?? '')
  await recorder.call(me, 'confirmEmail', 'A mail, please', {})
  const confirming = await createToken(db, { userId: wren.id, purpose: 'confirm_email' })
  await recorder.call(guest, 'confirmEmail', 'The link in the mail', {
    body: { token: confirming?.token ?? '' },
  })
  await recorder.call(guest, 'requestPasswordReset', 'A mail, please', { body: { username: 'wren' } })
  await recorder.call(me, 'updateSettings', 'Another password', {
    query: { action: 'changePassword' },
    body: { password: passwordOf('wren'), newPassword: 'a better one', repeatPassword: 'a better one' },
  })
  await recorder.call(me, 'listSessions', 'Where I am logged in', {})
  await recorder.call(me, 'endSessions', 'Nowhere else', {})
  const resetting = await createToken(db, { userId: wren.id, purpose: 'reset_password' })
  await recorder.call(guest, 'resetPassword', 'The link in the mail', {
    body: { token: resetting?.token ?? '', newPassword: 'the best one' },
  })

  // Community requests
  await recorder.call(other, 'requestCommunity', 'A community, please', {
    body: { name: 'meadows', note: 'For flowers.' },
  })
  const [wish] = await recorder.call(other, 'listCommunityRequests', 'What I asked for', {})
  await recorder.call(admin, 'administrate', 'A request denied', {
    body: { action: 'deny_comm', id: wish?.id ?? 0, body: 'There is one for gardens already.' },
  })
  await recorder.call(admin, 'deleteCommunityRequest', 'Off the list', {
    params: { requestId: String(wish?.id) },
  })

  // Who may join
  const set = (name: string, value: unknown) =>
    admin.send({
      method: 'PUT',
      address: '/api/_admin/settings',
      body: JSON.stringify({ changes: [{ name, value }] }),
    })
  const visitor = async () => {
    const person = new Person(origin)
    await person.send({ method: 'GET', address: '/api/_initial' })
    return person
  }
  await set('joining', 'approval')
  await set('approvalQuestions', ['Which birds do you watch?'])
  const applicant = await visitor()
  const applied = { username: 'dunlin', password: passwordOf('dunlin') }
  await recorder.call(applicant, 'apply', 'With an answer to the question of the site', {
    body: { ...applied, email: 'dunlin@mail.example', answers: ['Waders.'] },
  })
  const [received] = (await recorder.call(admin, 'listApplications', 'Those that wait', {})).items
  const ofApplication = { applicationId: String(received?.id) }
  await recorder.call(admin, 'decideApplication', 'A question first', {
    params: ofApplication,
    body: { action: 'ask', text: 'On which shore?' },
  })
  const elsewhereToo = await visitor()
  await recorder.refused(elsewhereToo, 'login', 'An application that waits', { body: applied }, 403)
  await recorder.call(elsewhereToo, 'openApplication', 'The same application', { body: applied })
  await recorder.call(applicant, 'getApplication', 'With a question', {})
  await recorder.call(applicant, 'answerApplication', 'The answer', { body: { answer: 'The northern one.' } })
  await recorder.call(admin, 'decideApplication', 'Approved', {
    params: ofApplication,
    body: { action: 'approve' },
  })
  const leaving = await visitor()
  await leaving.send({
    method: 'POST',
    address: '/api/_application',
    body: JSON.stringify({ username: 'knot', password: passwordOf('knot'), answers: ['None yet.'] }),
  })
  await recorder.call(leaving, 'withdrawApplication', 'Never mind', {})
  await set('approvalQuestions', null)
  await set('joining', 'invitation')
  const invitation = await recorder.call(admin, 'createInvitation', 'For two people, for a week', {
    body: { uses: 2, days: 7 },
  })
  const ofInvitation = { code: invitation.code }
  const invited = await visitor()
  await recorder.call(invited, 'getInvitation', 'Who invites', { params: ofInvitation })
  await recorder.call(invited, 'signup', 'With an invitation', {
    body: { username: 'godwit', password: passwordOf('godwit'), invitation: invitation.code },
  })
  await recorder.call(admin, 'listInvitations', 'And who joined', {})
  await recorder.call(admin, 'withdrawInvitation', 'Nobody else', { params: ofInvitation })
  await set('joining', null)

  // Administration
  await recorder.call(admin, 'administrate', 'A ban from the site', {
    body: { action: 'ban_user', username: 'magpie' },
  })
  await recorder.call(admin, 'listUsers', 'Accounts by name', { query: { q: 'magpie' } })
  await recorder.call(admin, 'listMembers', 'Banned accounts', { query: { state: 'banned', sort: 'seen' } })
  await recorder.call(admin, 'listRelatedAccounts', 'Who else is at the same address', {
    params: { username: 'godwit' },
  })
  await recorder.call(admin, 'changeMembers', 'Two at once', {
    body: { action: 'unban', usernames: ['magpie', 'nobody_here'] },
  })
  await recorder.call(admin, 'findMembers', 'Accounts by the beginning of a name', { query: { q: 'magpie' } })
  await recorder.call(admin, 'findContents', 'Posts and comments that link to a domain', {
    query: { q: 'magpie', link: 'spam.example' },
  })
  await recorder.call(admin, 'changeWave', 'It is over', { body: { step: 'end' } })
  await recorder.call(admin, 'listWaves', 'The last ones', {})
  await recorder.call(admin, 'changeBlockedPictures', 'One from another site', {
    body: { block: [{ hash: '9f172786e71f1e00', note: 'Cheap watches' }] },
  })
  await recorder.call(admin, 'listBlockedPictures', 'All', {})
  // Whatever the server has counted so far.
  await db.deleteFrom('traffic_counts').execute()
  await sql`insert into traffic_counts (at, kind, name, requests, milliseconds, challenges, solved) values
    (now(), 'network', '203.0.113.0/24', 212, 3120, 14, 2), (now(), 'agent', 'Scraper/1.0', 198, 2990, 13, 1)`.execute(
    db,
  )
  await recorder.call(admin, 'listTraffic', 'A small scraper', {})
  await recorder.call(admin, 'listVotePatterns', 'Nothing unusual', {})
  await sql`insert into uncounted_voters (user_id, finished_at) select id, now() from users where username = 'magpie'`.execute(
    db,
  )
  await recorder.call(admin, 'listUncountedVoters', 'One account', {})
  await db.deleteFrom('uncounted_voters').execute()
  await sql`insert into slow_voters (user_id) select id from users where username = 'magpie'`.execute(db)
  await recorder.call(admin, 'listSlowVoters', 'One account', {})
  await db.deleteFrom('slow_voters').execute()
  const { id: bulkActionId } = await recorder.call(admin, 'orderBulkAction', 'All of them', {
    body: { action: 'log_out', filter: { q: 'magpie' }, accounts: 1 },
  })
  await recorder.call(admin, 'changeBulkAction', 'Stopped', {
    params: { bulkActionId },
    body: { step: 'stop' },
  })
  await recorder.call(admin, 'listBulkActions', 'Since when, and how far', {})
  await recorder.call(admin, 'renameCommunity', 'A new name', {
    params: ofCommunity,
    body: { name: 'birds' },
  })
  await recorder.call(admin, 'renameCommunity', 'The former name again', {
    params: ofCommunity,
    body: { name: birding.name },
  })
  await recorder.call(admin, 'setAdmin', 'Another admin', {
    params: { username: 'robin' },
    body: { isAdmin: true },
  })
  await recorder.call(admin, 'listAllComments', 'All comments', {})
  await recorder.call(admin, 'getSiteSettings', 'As it is', {})
  await recorder.call(admin, 'updateSiteSettings', 'No new accounts', { body: { signupsDisabled: true } })
  await recorder.call(admin, 'listSettings', 'Of one page of the dashboard', { query: { group: 'site' } })
  await recorder.call(admin, 'changeSettings', 'A name, and the default again', {
    body: {
      changes: [
        { name: 'siteName', value: 'Birds of the river' },
        { name: 'imagesPerPost', value: null },
      ],
    },
  })
  const { reasons } = await recorder.call(admin, 'listReportReasons', 'Those of a new site', {})
  await recorder.call(admin, 'changeReportReasons', 'One more, at the top', {
    body: {
      reasons: [
        { title: 'Not about birds', description: 'Planes are welcome elsewhere.' },
        ...reasons.map(({ isDeletable: _, ...reason }) => reason),
      ],
    },
  })
  await recorder.call(admin, 'listSettingChanges', 'Who changed what', {})
  await recorder.call(admin, 'listSecurityEvents', 'Whether anyone guesses passwords', {
    query: { kind: 'login_failed' },
  })
  await recorder.call(admin, 'getChecklist', 'As it is', {})
  await recorder.call(admin, 'tickChecklist', 'The guidelines were read', { body: { item: 'rules' } })
  await recorder.call(admin, 'setLogo', 'A picture', { file: await picture(3) })
  await recorder.call(admin, 'deleteLogo', 'The original one again', {})
  const terms = { pageName: 'terms' }
  await recorder.call(admin, 'previewStaticPage', 'Before it is saved', {
    params: terms,
    body: { text: '# Our terms\n\nBe *kind*.' },
  })
  await recorder.call(admin, 'changeStaticPage', 'Our own terms', {
    params: terms,
    body: { text: '# Our terms\n\nBe *kind*.', basedOn: null },
  })
  await recorder.call(admin, 'getStaticPageText', 'To be edited', { params: terms })
  await recorder.call(admin, 'listStaticPageVersions', 'What was saved', { params: terms })
  const block = await recorder.call(admin, 'createIpBlock', 'A range for a day', {
    body: { address: '198.51.100.0/24', expiresIn: 24, note: 'Floods of sign-ups.' },
  })
  const ofBlock = { blockId: String(block.id) }
  await recorder.call(admin, 'listIpBlocks', 'All blocks', {})
  await recorder.call(admin, 'getIpBlock', 'One block', { params: ofBlock })
  await recorder.call(admin, 'cancelIpBlock', 'It ends', { params: ofBlock })
  await recorder.call(admin, 'cancelAllIpBlocks', 'All of them end', {})
  await recorder.call(admin, 'getSystemState', 'How it is', {})
  await recorder.call(admin, 'changeJobs', 'Once more', { body: { action: 'retry', ids: ['1207'] } })
  await sql`update users set email = 'heron@mail.example' where id = ${founder.id}`.execute(db)
  await recorder.call(admin, 'sendTestMail', 'The mail server is away', {})
  await sql`update users set email = null where id = ${founder.id}`.execute(db)
  const backup = await recorder.call(admin, 'makeBackup', 'One more', {})
  const ofBackup = { backupId: backup.id }
  await sql`update backups set state = 'made', finished_at = now(), bytes = 48213`.execute(db)
  await recorder.call(admin, 'listBackups', 'What there is', {})
  await recorder.call(admin, 'verifyBackup', 'Is it sound?', { params: ofBackup })
  await recorder.call(admin, 'deleteBackup', 'No longer needed', { params: ofBackup })
  await recordStatistics(db)
  await recorder.call(admin, 'listStatistics', 'The last hour', { query: { limit: 1 } })
  await recorder.call(admin, 'getStatisticsSeries', 'The last day', { query: { period: 'day' } })

  await set('acceptTerms', true)
  await set('minimumAge', 16)
  const pipit = await forum.member('pipit')
  const { termsToAccept } = (await pipit.get('/api/_initial')).json<{ termsToAccept: string }>()
  await recorder.call(at(pipit), 'agree', 'At the next visit', {
    body: { acceptedTerms: termsToAccept, declaredAge: 16 },
  })
  await recorder.call(admin, 'listTermsVersions', 'What was accepted', {})
  await set('acceptTerms', null)
  await set('minimumAge', null)

  await recorder.call(admin, 'getTransparency', 'This year so far', {})
  await recorder.call(admin, 'getLawDocuments', 'As it is', {})

  // Appeals
  const linnet = await forum.member('linnet')
  const removed = await forum.post(linnet, 'birding', { title: 'Swifts over the mill' })
  const asRobin = await forum.moderator('dunnock', 'birding')
  await asRobin.delete(`/api/posts/${removed.publicId}?deleteAs=mods&reason=Not%20a%20bird.`)
  await recorder.call(at(linnet), 'listAppealable', 'Against what one can appeal', {})
  const appeal = await recorder.call(at(linnet), 'createAppeal', 'Against a removal', {
    body: { act: 'removal', type: 'post', targetId: removed.id, text: 'Swifts are birds.' },
  })
  await recorder.call(at(linnet), 'listAppeals', 'One’s own', {})
  await recorder.call(robin, 'answerAppeal', 'The post is back', {
    params: { appealId: String(appeal.id) },
    body: { outcome: 'overturned', text: 'So they are. Sorry.' },
  })
  const ofLinnet = { communityId, username: 'linnet' }
  const note = await recorder.call(robin, 'addMemberNote', 'For the other moderators', {
    params: ofLinnet,
    body: { text: 'Writes about swifts. Well meant.' },
  })
  await recorder.call(robin, 'getMemberHistory', 'What there was', { params: ofLinnet })
  await recorder.call(robin, 'deleteMemberNote', 'No longer true', {
    params: { communityId, noteId: String(note.id) },
  })
  const conversation = await recorder.call(at(linnet), 'startConversation', 'A member asks the moderators', {
    body: { communityId, subject: 'Swifts', text: 'May I post swifts that I did not see myself?' },
  })
  const inConversation = { conversationId: String(conversation.id) }
  await recorder.call(robin, 'listConversations', 'Those of a community', { query: { communityId } })
  await recorder.call(robin, 'addMessage', 'A note for the other moderators', {
    params: inConversation,
    body: { kind: 'note', text: 'We said no last year.' },
  })
  await recorder.call(robin, 'addMessage', 'The answer', {
    params: inConversation,
    body: { text: 'Better not.' },
  })
  await recorder.call(at(linnet), 'getConversation', 'As the member reads it', { params: inConversation })
  await recorder.call(robin, 'updateConversation', 'Done', {
    params: inConversation,
    body: { action: 'archive' },
  })
  // Notices
  const notice = await recorder.call(guest, 'sendNotice', 'Of an insult', {
    body: {
      address: '/@magpie',
      text: 'The profile insults me by name.',
      ground: 'Criminal Code, section 185',
      country: 'Germany',
      name: 'Gerda Finch',
      email: 'gerda@mail.example',
      isInGoodFaith: true,
    },
  })
  await recorder.call(robin, 'reportToAdmins', 'A member', {
    body: { address: '/@magpie', reason: 1, text: 'Sends the same advertisement to everyone.' },
  })
  const ofNotice = { params: { number: String(notice.number) } }
  await recorder.call(admin, 'listNotices', 'What is open', {})
  await recorder.call(admin, 'decideNotice', 'Nothing is done', {
    ...ofNotice,
    body: { act: 'keep', reasons: 'The profile names nobody.' },
  })
  const withKey = { key: notice.key ?? '' }
  await recorder.call(guest, 'complain', 'Look again', {
    ...ofNotice,
    body: { ...withKey, text: 'It has my initials.' },
  })
  await recorder.call(guest, 'getNotice', 'Where it stands', { ...ofNotice, query: withKey })

  const suspended = { username: 'linnet', password: passwordOf('linnet') }
  await forum.member('chough')
  for (const username of ['linnet', 'chough'])
    await founder.post('/api/_admin', { action: 'ban_user', username })
  await recorder.call(guest, 'getSuspension', 'Since when', { body: suspended })
  await recorder.call(guest, 'appealSuspension', 'Against the suspension', {
    body: { ...suspended, text: 'Someone had my password.' },
  })
  await recorder.call(guest, 'exportSuspended', 'An archive', { body: suspended })
  await recorder.call(guest, 'deleteSuspended', 'For good', {
    body: { username: 'chough', password: passwordOf('chough') },
  })

  // Site
  await recorder.call(guest, 'getStaticPage', 'What the site is', { params: { pageName: 'about' } })
  await recorder.other(guest, 'getImage', 'A copy of an image', pictures.image?.copies[0]?.url ?? '')
  await recorder.other(guest, 'getCommunityFeed', 'A community', '/birding.atom')
  await recorder.other(guest, 'getSiteFeed', 'The whole site', '/all.atom')
  await recorder.other(guest, 'getMemberFeed', 'A member', '/@wren.atom')
  await recorder.other(guest, 'getThreadFeed', 'A discussion', `/birding/post/${post.publicId}.atom`)
  await recorder.other(guest, 'getOpenApi', 'This description', '/api/openapi.json')

  await recorder.call(robin, 'eraseContent', 'A private address', {
    body: { type: 'post', targetId: removed.id, reason: 'It had a private address.' },
  })

  // Review
  await recorder.call(robin, 'saveReviewSettings', 'Links and images of new members wait', {
    params: ofCommunity,
    body: { holdNewMembers: 'media', undecided: 'approve' },
  })
  await recorder.call(robin, 'getReviewSettings', 'What waits', { params: ofCommunity })
  const wagtail = at(await forum.member('wagtail'))
  for (const url of ['https://birds.example/nests', 'https://birds.example/eggs'])
    await recorder.refused(
      wagtail,
      'createPost',
      'It waits for review',
      { body: { type: 'link', title: 'Look at these', url, community: 'birding', userGroup: 'normal' } },
      403,
    )
  const { items: held } = await recorder.call(wagtail, 'listOwnHeldItems', 'What of one’s own waits', {})
  await recorder.call(wagtail, 'withdrawHeldItem', 'Not any more', {
    params: { heldId: String(held[0]?.id) },
  })
  const { items: heldItems } = await recorder.call(robin, 'listHeldItems', 'What moderators review', {})
  await recorder.call(robin, 'decideHeldItems', 'Approved', {
    body: { action: 'approve', ids: heldItems.map(({ id }) => id) },
  })

  // End
  await recorder.call(newcomer, 'deleteUser', 'One’s own account', {
    params: { username: 'plover' },
    body: { password: passwordOf('plover'), content: 'blank' },
  })
  await recorder.call(admin, 'listErasures', 'Who was erased', {})
  await recorder.call(other, 'login', 'Logging out', { query: { action: 'logout' } })
  return { admin }
}
