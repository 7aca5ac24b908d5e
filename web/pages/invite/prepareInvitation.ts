import { invitationQuery } from '../../data/access/invitations.ts'
import { refusalOf } from '../../data/failure.ts'
import type { PageContext } from '../../router/route.ts'

/** Loads who invites. An invitation that cannot be used leads to a page that says so. */
export async function prepareInvitation({ params, load }: PageContext<'code'>): Promise<undefined> {
  await load(invitationQuery(params.code)).catch((error) => {
    if (refusalOf(error)?.status !== 404) throw error
  })
}
