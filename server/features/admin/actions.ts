import type { Endpoints } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import type { Call } from '../../core/api/route.ts'
import { setDefault } from '../../core/communities/default.ts'
import { denyCommunityRequest } from '../../core/communities/denyRequest.ts'
import { Refused } from '../../platform/http/refused.ts'
import { banUser, restoreRemoved, unbanUser } from './ban.ts'

type Action = (call: Call<Endpoints['administrate']>) => Promise<void>

/** The handlers of `POST /api/_admin` for each `action`. */
export const actions = {
  ban_user: ({ db, viewer, body }) =>
    banUser(db, viewer, {
      username: given(body.username),
      kind: body.kind,
      expires: body.expires,
      reason: body.reason,
      isBot: body.isBot,
      // If it is missing, nothing is deleted; null is refused as a mistake.
      deleteContentDays: body.deleteContentDays === undefined ? undefined : given(body.deleteContentDays),
    }),
  deny_comm: ({ db, viewer, body }) =>
    denyCommunityRequest(db, viewer, { id: given(body.id), body: given(body.body) }),
  unban_user: ({ db, viewer, body }) => unbanUser(db, viewer, given(body.username)),
  restore_removed: ({ db, viewer, body }) => restoreRemoved(db, viewer, given(body.username)),
  add_default_forum: ({ db, viewer, body }) =>
    setDefault(db, viewer, { name: given(body.name), isDefault: true }),
  remove_default_forum: ({ db, viewer, body }) =>
    setDefault(db, viewer, { name: given(body.name), isDefault: false }),
} as const satisfies Record<string, Action>

/** A field that this action needs. @throws Refused with `invalid_json` if it is missing. */
function given<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Refused(errors.invalidJson)
  return value
}
