import { type Static, Type } from 'typebox'
import { heldKinds } from '../heldWords.ts'
import { moderationActions } from '../moderationActions.ts'
import { actionBases, banKinds, commenterGroups, moderatorPermissions } from '../words.ts'
import { int, listOf, oneOf, text, time } from './schema.ts'

/** Every recorded action of moderators and admins. */
export const ModerationAction = oneOf(moderationActions, 'What was done.')

/** Details of some actions, besides the fields of the entry. */
export const ModerationActionDetails = Type.Object({
  badgeType: Type.Optional(text('The type of the badge that was given or taken.')),
  expiresAt: Type.Optional(time('When the ban, slow mode or limit ends. Absent if it has no end.')),
  kind: Type.Optional(oneOf(banKinds, 'What the ban forbids.')),
  formerKind: Type.Optional(oneOf(banKinds, 'What the ban forbade before it was changed.')),
  formerExpiresAt: Type.Optional(
    time('When the ban would have ended before it was changed. Absent if it had no end.'),
  ),
  noPosts: Type.Optional(int('How many posts a ban or a bulk action removed.')),
  noComments: Type.Optional(int('How many comments a ban or a bulk action removed.')),
  noAccounts: Type.Optional(int('How many accounts a bulk action was for.')),
  changed: Type.Optional(
    listOf(
      text('The name of a setting.'),
      'The settings that were changed, named as in `SiteSettings` and `Community`. Those of the site are for admins only.',
    ),
  ),
  address: Type.Optional(text('The address or range of the IP block.')),
  noPictures: Type.Optional(int('How many pictures were blocked or unblocked.')),
  communityName: Type.Optional(text('The name of the community that was requested.')),
  formerName: Type.Optional(text('The name of the community before it was renamed.')),
  newName: Type.Optional(text('The name that it was given.')),
  backupName: Type.Optional(text('The name of the backup that was deleted.')),
  basis: Type.Optional(
    oneOf(
      actionBases,
      'What led to it: a notice to the admins, reports by members, an automatic rule, or none of these. Absent where it is not recorded.',
    ),
  ),
  rule: Type.Optional(text('The rule of the community for which it was done, as it was worded then.')),
  heldKind: Type.Optional(oneOf(heldKinds, 'What was approved or declined after waiting for review.')),
  automation: Type.Optional(text('The name of the rule that did it automatically, or that was changed.')),
  trustLevel: Type.Optional(int('The trust level that an admin set for the member.')),
  from: Type.Optional(text('The name of the community that a post was moved from, as it was then.')),
  to: Type.Optional(text('The name of the community that it was moved to.')),
  permissions: Type.Optional(
    listOf(oneOf(moderatorPermissions, 'A permission.'), 'What a moderator can do now.'),
  ),
  seconds: Type.Optional(int('How long a member has to wait between comments in slow mode.')),
  commenters: Type.Optional(oneOf(commenterGroups, 'Who may comment, as in `CommentLimits`.')),
  applicant: Type.Optional(text('The name that an applicant asked for.')),
})
export type ModerationActionDetails = Static<typeof ModerationActionDetails>
