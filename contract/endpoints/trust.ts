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
    summary: 'Returns your level of trust, what it allows, and what is missing for the next one.',
    who: 'member',
    response: Trust,
    errors: [],
  }),
  getMemberTrust: endpoint({
    method: 'GET',
    path: '/api/_admin/trust/:username',
    summary: 'Returns how far a member is trusted, who vouched for them, and for whom they vouched.',
    who: 'admin',
    params: ofMember,
    response: MemberTrust,
    errors: ['userNotFound'],
  }),
  setMemberTrust: endpoint({
    method: 'PUT',
    path: '/api/_admin/trust/:username',
    summary:
      'Sets the level of trust of a member, so that it no longer follows from what they do. The log has the reason.',
    who: 'admin',
    limit: 'moderation',
    params: ofMember,
    body: Type.Object({
      level: Nullable(
        Type.Number({ description: 'The level, 0 to 4; null: it follows from what they do again.' }),
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
      'Vouches for a member, for members of trust level 3 and up: an account for which someone vouches has level 1 at least. Only admins see who vouched.',
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
    summary: 'Stops vouching for a member. It also succeeds if you do not.',
    who: 'member',
    limit: 'invitations',
    params: ofMember,
    response: Vouching,
    errors: ['userNotFound'],
  }),
}
