import { Type } from 'typebox'
import { FeedPage, ModeratedPosts, Post } from '../entities/post.ts'
import { idInput, idText, Nullable, Success, text } from '../entities/schema.ts'
import { commentsPerPage, linkMaxBytes, titleMaxLength, titleMinLength } from '../limitValues.ts'
import { feedSorts, feeds, moderatedPostFilters, postActions, postTypes } from '../words.ts'
import { endpoint } from './endpoint.ts'
import {
  attachments,
  bodyText,
  choice,
  commentSort,
  cutAt,
  deleteAs,
  inPath,
  lockAs,
  next,
  onOff,
  optional,
  pageNumber,
  pageSize,
  reason,
  removalFields,
  render,
  userGroup,
  voteFields,
} from './parameters.ts'

const byPublicId = Type.Object({ publicId: inPath.publicId })
const postId = 'The id of the post, not its public id.'
const title = `At least ${titleMinLength} characters. ${cutAt(titleMaxLength)}`

export const postEndpoints = {
  listPosts: endpoint({
    method: 'GET',
    path: '/api/posts',
    summary: 'Lists a page of a feed.',
    who: 'all',
    sharedByGuests: true,
    query: optional({
      feed: choice(feeds, {
        description:
          'Which feed. `home`: the communities that you joined. `moderating`: those that you moderate. `community`: the community of `communityId`.',
        default: 'all',
        refusal: 'invalidFeedType',
      }),
      sort: choice(feedSorts, {
        description:
          'The order. `hot`: by votes and age. `activity`: the last commented on first. `latest`: the newest first. `day` to `all`: the most points first, among the posts of that time.',
        default: 'latest',
        refusal: 'invalidFeedSort',
      }),
      communityId: idText('community', 'Only posts of this community.'),
      limit: pageSize({ description: 'How many posts a page has at most.' }),
      next,
      render,
    }),
    response: FeedPage,
    errors: [
      'invalidFeedSort',
      'limitNotANumber',
      'limitOutOfRange',
      'invalidId',
      'invalidFeedType',
      'communityIsEmpty',
      'invalidCursor',
      'notLoggedIn',
    ],
  }),
  listModeratedPosts: endpoint({
    method: 'GET',
    path: '/api/posts',
    when: { has: 'filter' },
    summary: 'Lists deleted, locked or all posts of a community, for its moderators.',
    who: 'all',
    query: Type.Object({
      filter: choice(moderatedPostFilters, {
        description: 'For moderators: only such posts, on numbered pages. Requires `communityId` and `page`.',
        refusal: 'invalidFeedFilter',
      }),
      communityId: idText('community', 'The id of the community.'),
      page: pageNumber({ description: 'With `filter`: the number of the page, from 1.' }),
      limit: Type.Optional(pageSize({ description: 'How many posts a page has at most.' })),
      render: Type.Optional(render),
    }),
    response: ModeratedPosts,
    errors: [
      'invalidFeedFilter',
      'limitNotANumber',
      'limitOutOfRange',
      'notLoggedIn',
      'invalidPage',
      'invalidId',
      'communityNotFound',
      'neitherAdminNorModerator',
    ],
  }),
  createPost: endpoint({
    method: 'POST',
    path: '/api/posts',
    summary: 'Creates a post, and upvotes it for its author.',
    who: 'member',
    needsConfirmedEmail: true,
    takesIdempotencyKey: true,
    changesWhatGuestsSee: 'itsPost',
    limit: 'posts',
    query: optional({ render }),
    body: Type.Object({
      type: choice(postTypes, {
        description: 'What kind of post it is.',
        default: 'text',
        refusal: 'unsupportedPostType',
      }),
      title: Type.String({ default: '', description: title }),
      body: Type.Optional(Nullable(text(`For text posts. ${bodyText}`))),
      attachments,
      community: Type.String({ default: '', description: 'The name of the community.' }),
      userGroup,
      images: Type.Optional(
        Nullable(
          Type.Array(
            Type.Object({
              imageId: idText('image', 'The id of an uploaded image.'),
              caption: Type.Optional(Nullable(text('The description of an image that has none yet.'))),
            }),
            {
              description:
                'For image posts: 1 to `imagesPerPost` uploaded images in their order. A caption becomes the description of an image that has none.',
            },
          ),
        ),
      ),
      imageId: Type.Optional(
        Nullable(
          idText(
            'image',
            'For image posts: an older form for a single image. Ignored if there are `images`.',
          ),
        ),
      ),
      url: Type.Optional(
        Nullable(
          text(
            `For link posts: an http or https URL; without a scheme it is taken for http. Longer ones are cut at ${linkMaxBytes} bytes.`,
          ),
        ),
      ),
    }),
    response: Post,
    errors: [
      'invalidGroup',
      'unsupportedPostType',
      'noImagePosts',
      'communityNotFound',
      'notEnoughPointsForMedia',
      'invalidImageId',
      'tooManyImages',
      'imageNotFound',
      'invalidUrl',
      'titleTooShort',
      'bannedFromCommunity',
      'postingRestricted',
      'notModerator',
      'notAdmin',
    ],
  }),
  getPost: endpoint({
    method: 'GET',
    path: '/api/posts/:publicId',
    summary: 'Returns one post with the first page of its comments; counts as a visit.',
    who: 'all',
    sharedByGuests: true,
    params: byPublicId,
    query: optional({
      fetchCommunity: onOff({
        description: 'Whether the post comes with its community. Anything but `true` means no.',
        default: true,
      }),
      commentsLimit: pageSize({
        description: 'How many comments come with it at most.',
        default: commentsPerPage,
        maximum: commentsPerPage,
      }),
      commentsSort: commentSort,
      render,
    }),
    response: Post,
    errors: ['postNotFound', 'invalidCommentSort', 'limitNotANumber', 'limitOutOfRange'],
  }),
  updatePost: endpoint({
    method: 'PUT',
    path: '/api/posts/:publicId',
    summary: 'Replaces title and body of a post, or does what `action` says.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'edits',
    params: byPublicId,
    query: optional({
      action: choice(postActions, {
        description:
          'Without it, the author replaces title and body. `lock`, `unlock`, `restore`, `pin` and `unpin` are for moderators and admins, `announce` is for admins; `changeAsUser` changes the role in which the author speaks. `restore` takes back what moderators or admins removed.',
        refusal: 'invalidAction',
      }),
      lockAs,
      reason,
      siteWide: onOff({
        description: 'With `true`, a post is pinned or unpinned on the whole site; for admins.',
      }),
      userGroup,
      render,
    }),
    body: Type.Object({
      title: Type.Optional(text(`${title} By default, it stays as it is.`)),
      body: Type.Optional(Nullable(text(`${bodyText} By default, it stays as it is.`))),
      attachments,
    }),
    bodyOptional: { given: 'action' },
    response: Post,
    errors: [
      'postNotFound',
      'invalidAction',
      'invalidGroup',
      'notAuthor',
      'postRemoved',
      'bannedFromCommunity',
      'titleTooShort',
      'invalidImageId',
      'tooManyImages',
      'noImagePosts',
      'notEnoughPointsForMedia',
      'imageNotFound',
      'notModerator',
      'notAdmin',
      'notModeratorNorAdmin',
      'cannotPinDeleted',
      'pinLimitReached',
      'notRemoved',
      'contentGone',
      'alreadyAnnounced',
    ],
  }),
  deletePost: endpoint({
    method: 'DELETE',
    path: '/api/posts/:publicId',
    summary: 'Deletes a post, or with `deleteContent`, its content, too.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'edits',
    params: byPublicId,
    query: optional({
      deleteAs,
      deleteContent: onOff({
        description: 'Whether the content is deleted, too; not for moderators.',
        refusal: 'deleteContentNotBoolean',
        anyCase: true,
      }),
      reason,
      render,
    }),
    body: Type.Object(removalFields),
    bodyOptional: true,
    response: Post,
    errors: [
      'postNotFound',
      'invalidGroup',
      'deleteContentNotBoolean',
      'postAlreadyDeleted',
      'moderatorsKeepContent',
      'notAuthor',
      'notModerator',
      'notAdmin',
      'ruleNotFound',
    ],
  }),
  votePost: endpoint({
    method: 'POST',
    path: '/api/_postVote',
    summary:
      'Votes for a post: the same vote again removes it, the opposite vote replaces it. With `set` the vote becomes what it says.',
    who: 'member',
    limit: 'votes',
    query: optional({ render }),
    body: Type.Object({
      postId: idInput('post', postId),
      ...voteFields,
    }),
    response: Post,
    errors: ['invalidVote', 'postNotFound', 'postLocked', 'bannedFromCommunity'],
  }),
  hidePost: endpoint({
    method: 'POST',
    path: '/api/hidden_posts',
    summary: 'Hides a post from your feeds.',
    who: 'member',
    limit: 'hides',
    body: Type.Object({ postId: idInput('post', postId) }),
    response: Success,
    errors: ['postNotFound'],
  }),
  unhidePost: endpoint({
    method: 'DELETE',
    path: '/api/hidden_posts/:postId',
    summary: 'Shows a hidden post in your feeds again. It also succeeds if the post is not hidden.',
    who: 'member',
    limit: 'hides',
    params: Type.Object({ postId: idText('post', postId) }),
    response: Success,
    errors: ['invalidPostId'],
  }),
  getLinkInfo: endpoint({
    method: 'GET',
    path: '/api/_link_info',
    summary: 'Returns the title of a web page, for a post that links to it.',
    who: 'member',
    limit: 'linkInfo',
    query: optional({ url: text('The http or https URL of the page.') }),
    response: Type.Object({ title: text('The title.') }),
    errors: ['invalidUrl'],
  }),
}
