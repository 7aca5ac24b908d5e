import { Type } from 'typebox'
import { flag, memberName, Nullable, text } from '../entities/schema.ts'
import { MemberTrust, Trust } from '../entities/trust.ts'
import { moderationReasonMaxLength } from '../limitValues.ts'
import { endpoint } from './endpoint.ts'
import { cutAt } from './parameters.ts'

const ofMember = Type.Object({ username: memberName('The name of the member.') })
const Vouching = Type.Object({ vouched: flag('Whether you vouch for the member.') })

/** How far members are trusted; additions to the original API. */
export const trustEndpoints = {
  getOwnTrust: endpoint({
    method: 'GET',
    path: '/api/_trust',
    summary: 'Returns your trust level, what it allows, and what is missing for the next one.',
    who: 'member',
    response: Trust,
    errors: [],
  }),
  getMemberTrust: endpoint({
    method: 'GET',
    path: '/api/_admin/trust/:username',
    summary: 'Returns the trust level of a member, who vouched for them, and whom they vouched for.',
    who: 'admin',
    params: ofMember,
    response: MemberTrust,
    errors: ['userNotFound'],
  }),
  setMemberTrust: endpoint({
    method: 'PUT',
    path: '/api/_admin/trust/:username',
    summary:
      'Sets the trust level of a member, so that it no longer follows from their activity. The reason is logged.',
    who: 'admin',
    limit: 'moderation',
    params: ofMember,
    body: Type.Object({
      level: Nullable(
        Type.Number({ description: 'The level, from 0 to 4; null to let it follow from activity again.' }),
      ),
      reason: Type.Optional(text(`Why, for the log. ${cutAt(moderationReasonMaxLength)}`)),
    }),
    response: MemberTrust,
    errors: ['userNotFound', 'userDeleted', 'invalidTrustLevel'],
  }),
  getVouching: endpoint({
    method: 'GET',
    path: '/api/users/:username/vouch',
    summary: 'Returns whether you vouch for a member.',
    who: 'member',
    params: ofMember,
    response: Vouching,
    errors: ['userNotFound'],
  }),
  vouch: endpoint({
    method: 'PUT',
    path: '/api/users/:username/vouch',
    summary:
      'Vouches for a member. For members at trust level 3 or higher. An account that someone vouches for has at least level 1, unless it has too many removals or bans. Only admins see who vouched.',
    who: 'member',
    needsAgreement: true,
    limit: 'invitations',
    params: ofMember,
    response: Vouching,
    errors: ['mayNotVouch', 'vouchForYourself', 'userNotFound', 'userDeleted'],
  }),
  stopVouching: endpoint({
    method: 'DELETE',
    path: '/api/users/:username/vouch',
    summary: 'Stops vouching for a member. It also succeeds if you do not vouch for them.',
    who: 'member',
    limit: 'invitations',
    params: ofMember,
    response: Vouching,
    errors: ['userNotFound'],
  }),
}
