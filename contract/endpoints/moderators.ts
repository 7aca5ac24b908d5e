import { Type } from 'typebox'
import { listOf, memberName, oneOf, text } from '../entities/schema.ts'
import { Author } from '../entities/user.ts'
import { moderatorsPerCommunityMax } from '../limitValues.ts'
import { moderatorPermissions } from '../words.ts'
import { endpoint } from './endpoint.ts'
import { inPath } from './parameters.ts'

const permission = oneOf(
  moderatorPermissions,
  '`content`: the queue, removals, locks and pins; `members`: bans and moderators; `settings`: description, pictures and settings; `mail`: messages to moderators; `rules`: rules and templates.',
)
const ofCommunity = Type.Object({ communityId: inPath.communityId })

export const moderatorEndpoints = {
  listModerators: endpoint({
    method: 'GET',
    path: '/api/communities/:communityId/mods',
    summary: `Lists the moderators by rank, the highest first; a community has at most ${moderatorsPerCommunityMax}.`,
    who: 'all',
    params: ofCommunity,
    response: Type.Array(Author),
    errors: ['invalidId', 'communityNotFound'],
  }),
  addModerator: endpoint({
    method: 'POST',
    path: '/api/communities/:communityId/mods',
    summary:
      'Makes a user a member and the moderator of the lowest rank, and notifies the user; returns all moderators.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'communityTools',
    params: ofCommunity,
    body: Type.Object({
      username: Type.Optional(memberName('The name of the user, in upper or lower case; required.')),
    }),
    response: Type.Array(Author),
    errors: [
      'invalidId',
      'communityNotFound',
      'emptyUsername',
      'userNotFound',
      'notModeratorNorAdmin',
      'userBanned',
      'bannedFromCommunity',
      'tooManyModerators',
    ],
  }),
  removeModerator: endpoint({
    method: 'DELETE',
    path: '/api/communities/:communityId/mods/:username',
    summary: 'Removes a moderator from a community, who stays a member; returns that user.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'communityTools',
    params: Type.Object({ communityId: inPath.communityId, username: inPath.username }),
    response: Author,
    errors: ['invalidId', 'communityNotFound', 'userNotFound', 'notModeratorNorAdmin', 'lowerModerator'],
  }),
  listModeratorPermissions: endpoint({
    method: 'GET',
    path: '/api/communities/:communityId/mods/permissions',
    summary:
      'Lists what each moderator of a community can do, highest rank first. For its moderators and admins. An addition of ours.',
    who: 'member',
    params: ofCommunity,
    response: Type.Object({
      items: listOf(
        Type.Object({
          username: text('The name of the moderator.'),
          permissions: listOf(permission, 'What they can do.'),
          changeable: listOf(permission, 'Which of these you can give or take away; empty if none.'),
        }),
        'The moderators.',
      ),
    }),
    errors: ['invalidId', 'communityNotFound', 'neitherAdminNorModerator'],
  }),
  setModeratorPermissions: endpoint({
    method: 'PUT',
    path: '/api/communities/:communityId/mods/:username/permissions',
    summary:
      'Sets what a moderator of lower rank can do, and notifies them. You can only give permissions that you have; admins have all. An addition of ours.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'communityTools',
    params: Type.Object({ communityId: inPath.communityId, username: inPath.username }),
    body: Type.Object({
      permissions: Type.Array(permission, {
        maxItems: moderatorPermissions.length,
        description: 'Everything they can do from now on.',
      }),
    }),
    response: Type.Object({ permissions: listOf(permission, 'What they can do now.') }),
    errors: [
      'invalidId',
      'communityNotFound',
      'userNotFound',
      'notModeratorNorAdmin',
      'notAModerator',
      'lowerModerator',
      'permissionNotOwn',
    ],
  }),
}
