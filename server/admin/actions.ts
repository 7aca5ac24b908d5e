import type { Endpoints } from '../../contract/endpoints/index.ts'
import { errors } from '../../contract/errors.ts'
import { setDefault } from '../communities/default.ts'
import { denyCommunityRequest } from '../communityRequests/deny.ts'
import { Refused } from '../http/refused.ts'
import type { Call } from '../http/route.ts'
import { banUser, unbanUser } from './ban.ts'

type Action = (call: Call<Endpoints['administrate']>) => Promise<void>

/** What `POST /api/_admin` does for each `action` (API contract 4.9). */
export const actions = {
  ban_user: ({ db, viewer, body }) =>
    banUser(db, viewer, {
      username: given(body.username),
      // Left out is not null, which would be somebody's mistake.
      deleteContentDays: body.deleteContentDays === undefined ? undefined : given(body.deleteContentDays),
    }),
  deny_comm: ({ db, viewer, body }) =>
    denyCommunityRequest(db, viewer, { id: given(body.id), body: given(body.body) }),
  unban_user: ({ db, viewer, body }) => unbanUser(db, viewer, given(body.username)),
  add_default_forum: ({ db, viewer, body }) =>
    setDefault(db, viewer, { name: given(body.name), isDefault: true }),
  remove_default_forum: ({ db, viewer, body }) =>
    setDefault(db, viewer, { name: given(body.name), isDefault: false }),
} as const satisfies Record<string, Action>

/** What this action needs. @throws Refused with `invalid_json` when it is missing. */
function given<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Refused(errors.invalidJson)
  return value
}
