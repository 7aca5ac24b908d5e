import { invitationQuery } from '../../data/access/invitations.ts'
import type { PageContext } from '../../router/route.ts'

/** Loads the inviter. */
export async function prepareInvitation({ params, load }: PageContext<'code'>): Promise<undefined> {
  await load(invitationQuery(params.code))
}
