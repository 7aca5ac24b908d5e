import { Type } from 'typebox'
import { Community } from '../entities/community.ts'
import { flag, id, idInput, idText, int, listOf, Nullable, Success, text } from '../entities/schema.ts'
import {
  communitiesCreatedAtOnceMax,
  communitiesJoinedMax,
  communitiesPerPageMax,
  communityAboutMaxLength,
  communityNameMaxLength,
  communityNameMinLength,
  membershipChangesMax,
  newPostsCommunitiesMax,
  newPostsCountedMax,
  scoreHiddenMinutesMax,
} from '../limitValues.ts'
import {
  communitySets,
  communitySorts,
  type DownvoterGroup,
  downvoterGroups,
  type MadeWithAiPolicy,
  madeWithAiPolicies,
} from '../words.ts'
import { endpoint } from './endpoint.ts'
import { choice, inPath, integer, markdown, nameOf, onOff, optional, render } from './parameters.ts'
import { pictureErrors } from './pictureErrors.ts'

const byIdOrName = Type.Object({ communityId: inPath.communityId })
const byName = onOff({
  description: 'With `true`, `communityId` is the name of the community.',
  anyCase: true,
})
export const newCommunityName = Type.String({
  default: '',
  description: nameOf(communityNameMinLength, communityNameMaxLength),
})

const about = Type.String({
  default: '',
  mayBeEmpty: true,
  description: markdown(communityAboutMaxLength),
})
const nameErrors = [
  'communityNameEmpty',
  'communityNameTooShort',
  'communityNameTooLong',
  'communityNameCharacters',
  'communityNameReserved',
  'communityNameOfficial',
] as const
const creationErrors = [...nameErrors, 'notAdmin', 'communityExists'] as const
const communityIds = (description: string) =>
  Type.Array(idInput('community', 'The id of a community.'), {
    default: [],
    mayBeEmpty: true,
    description,
    maxItems: membershipChangesMax,
    refusal: 'tooManyCommunitiesAtOnce',
  })

export const communityEndpoints = {
  listCommunities: endpoint({
    method: 'GET',
    path: '/api/communities',
    summary: 'Lists communities, or those whose name contains `q`.',
    who: 'all',
    query: optional({
      q: text(
        'A part of a name. At most ten communities are found, those that you joined and those that begin with it first; the other parameters have no effect.',
      ),
      set: choice(communitySets, { description: 'Which communities.', default: 'all' }),
      sort: choice(communitySorts, {
        description: 'The order.',
        default: 'name_asc',
        refusal: 'invalidCommunitySort',
      }),
      limit: integer({
        description: `How many communities at most; 0 and larger numbers mean ${communitiesPerPageMax.toLocaleString('en')}. If an answer is full, \`next\` gets more.`,
        default: 0,
        form: '^-?[0-9]+$',
        refusal: 'invalidCommunityLimit',
      }),
      next: text(
        'The id of the community to begin with, such as the last one of the page before. An addition of ours.',
      ),
      render,
    }),
    response: Type.Array(Community),
    errors: ['invalidCommunityLimit', 'invalidCommunitySort', 'invalidCursor', 'notLoggedIn'],
  }),
  createCommunity: endpoint({
    method: 'POST',
    path: '/api/communities',
    summary: 'Creates a community; its creator becomes a member and its first moderator.',
    who: 'member',
    needsConfirmedEmail: true,
    needsAgreement: true,
    takesIdempotencyKey: true,
    changesWhatGuestsSee: true,
    limit: 'communityCreation',
    body: Type.Object({ name: newCommunityName, about }),
    response: Community,
    errors: [...creationErrors, 'notEnoughPointsForCommunity', 'trustTooLow', 'tooManyCommunities'],
  }),
  createCommunities: endpoint({
    method: 'POST',
    path: '/api/_admin/communities',
    summary: 'Creates several communities, all of them or none, such as the first ones of a new site.',
    who: 'admin',
    takesIdempotencyKey: true,
    changesWhatGuestsSee: true,
    limit: 'communityCreation',
    body: Type.Object({
      communities: Type.Array(Type.Object({ name: newCommunityName, about }), {
        description: `The communities, ${communitiesCreatedAtOnceMax} at most.`,
        maxItems: communitiesCreatedAtOnceMax,
        refusal: 'tooManyCommunitiesAtOnce',
      }),
    }),
    response: Type.Array(Community),
    errors: [...creationErrors, 'tooManyCommunitiesAtOnce'],
  }),
  getCommunity: endpoint({
    method: 'GET',
    path: '/api/communities/:communityId',
    summary: 'Returns one community.',
    who: 'all',
    params: byIdOrName,
    query: optional({ byName, render }),
    response: Community,
    errors: ['invalidId', 'communityNotFound', 'bannedFromCommunity'],
  }),
  updateCommunity: endpoint({
    method: 'PUT',
    path: '/api/communities/:communityId',
    summary: 'Changes the description and the settings of a community; missing keys stay as they are.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'communityTools',
    params: byIdOrName,
    query: optional({ byName, render }),
    body: Type.Object({
      nsfw: Type.Optional(flag('Whether it is not suitable for all ages.')),
      about: Type.Optional(Nullable(text(markdown(communityAboutMaxLength)))),
      postingRestricted: Type.Optional(flag('Whether only moderators and admins may post.')),
      moderationLogNames: Type.Optional(
        flag('Whether its moderation log names moderators. An addition of ours.'),
      ),
      removalReasonRequired: Type.Optional(
        flag('Whether removals by moderators and admins need a rule or reason. An addition of ours.'),
      ),
      downvoters: Type.Optional(
        Type.Unsafe<DownvoterGroup>({
          type: 'string',
          enum: downvoterGroups,
          refusal: 'invalidCommunitySetting',
          description:
            'Who can downvote: `trust1` to `trust4` are members at this trust level or higher. An addition of ours.',
        }),
      ),
      madeWithAi: Type.Optional(
        Type.Unsafe<MadeWithAiPolicy>({
          type: 'string',
          enum: madeWithAiPolicies,
          refusal: 'invalidCommunitySetting',
          description:
            'What the community thinks of posts and comments made with AI: `allowed`; `marked`: they have to be marked; `refused`: those that are marked are refused. An addition of ours.',
        }),
      ),
      scoreHiddenMinutes: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: scoreHiddenMinutesMax,
          refusal: 'invalidCommunitySetting',
          description:
            'For how many minutes points of new posts and comments are hidden; 0 for never. An addition of ours.',
        }),
      ),
    }),
    response: Community,
    errors: ['invalidId', 'communityNotFound', 'notModerator', 'invalidCommunitySetting'],
  }),
  renameCommunity: endpoint({
    method: 'PUT',
    path: '/api/_admin/communities/:communityId/name',
    summary:
      'Renames a community. It is found under its former names, too, and its pages redirect to the new one. Needs the password of the admin, given in this session within the last minutes. An addition of ours.',
    who: 'admin',
    changesWhatGuestsSee: true,
    limit: 'communityTools',
    params: byIdOrName,
    query: optional({ byName }),
    body: Type.Object({ name: newCommunityName }),
    response: Community,
    errors: ['invalidId', 'communityNotFound', ...nameErrors, 'communityExists', 'passwordNeeded'],
  }),
  joinCommunity: endpoint({
    method: 'POST',
    path: '/api/_joinCommunity',
    summary: `Joins a community, or with \`leave\`, leaves it; a moderator who leaves stops being a moderator. One can join ${communitiesJoinedMax.toLocaleString('en')} communities.`,
    who: 'member',
    limit: 'join',
    body: Type.Object({
      communityId: idInput('community', 'The id of the community.'),
      leave: Type.Boolean({ default: false, description: 'Whether to leave it instead.' }),
    }),
    response: Community,
    errors: ['bannedFromCommunity', 'communityNotFound', 'tooManyMemberships'],
  }),
  listNewPosts: endpoint({
    method: 'GET',
    path: '/api/_newPosts',
    summary: `Counts the posts by others in each community that you joined since you last opened it, up to ${newPostsCountedMax}. Considers the first ${newPostsCommunitiesMax} communities by name, and returns those with new posts.`,
    who: 'member',
    response: Type.Object({
      communities: listOf(
        Type.Object({
          id: id('community', 'The id of the community.'),
          name: text('Its name.'),
          newPosts: int(`How many posts are new; ${newPostsCountedMax} means that many or more.`),
        }),
        'By name.',
      ),
    }),
    errors: [],
  }),
  visitCommunity: endpoint({
    method: 'POST',
    path: '/api/_newPosts/:communityId',
    summary:
      'Marks a community as opened, so that its posts are no longer new. Has no effect if you did not join it, or within a minute of the last time unless there are new posts.',
    who: 'member',
    limit: 'notificationUpdates',
    params: Type.Object({ communityId: idText('community', 'The id of the community.') }),
    response: Success,
    errors: ['invalidId'],
  }),
  changeMemberships: endpoint({
    method: 'POST',
    path: '/api/_memberships',
    summary: `Joins and leaves several communities, ${membershipChangesMax} of each at most, and returns their state afterwards. Communities that do not exist are ignored. A moderator stays in a community that they moderate.`,
    who: 'member',
    limit: 'join',
    body: Type.Object({
      join: communityIds('The communities to join.'),
      leave: communityIds('The communities to leave; one that is also to be joined is joined.'),
    }),
    response: Type.Array(Community),
    errors: ['bannedFromCommunity', 'tooManyMemberships', 'tooManyCommunitiesAtOnce'],
  }),
  setIcon: endpoint({
    method: 'POST',
    path: '/api/communities/:communityId/pro_pic',
    summary: 'Replaces the icon of a community.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'uploads',
    params: byIdOrName,
    upload: true,
    response: Community,
    errors: ['invalidId', 'communityNotFound', 'neitherAdminNorModerator', ...pictureErrors],
  }),
  removeIcon: endpoint({
    method: 'DELETE',
    path: '/api/communities/:communityId/pro_pic',
    summary: 'Removes the icon of a community, if there is one.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'communityTools',
    params: byIdOrName,
    response: Community,
    errors: ['invalidId', 'communityNotFound', 'neitherAdminNorModerator'],
  }),
  setBanner: endpoint({
    method: 'POST',
    path: '/api/communities/:communityId/banner_image',
    summary: 'Replaces the banner of a community.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'uploads',
    params: byIdOrName,
    upload: true,
    response: Community,
    errors: ['invalidId', 'communityNotFound', 'neitherAdminNorModerator', ...pictureErrors],
  }),
  removeBanner: endpoint({
    method: 'DELETE',
    path: '/api/communities/:communityId/banner_image',
    summary: 'Removes the banner of a community, if there is one.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'communityTools',
    params: byIdOrName,
    response: Community,
    errors: ['invalidId', 'communityNotFound', 'neitherAdminNorModerator'],
  }),
}
