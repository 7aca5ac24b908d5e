// Made from lockMemberRoles.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly memberId: string
  readonly communityId: string | null
  readonly needs: readonly string[] | null
}

export type LockMemberRolesRow = {
  is_admin: boolean
  is_moderator: boolean
}

export const lockMemberRoles: Statement<Parameters, LockMemberRolesRow> = {
  name: 'lockMemberRoles',
  text: `select is_admin as "is_admin", is_moderator as "is_moderator" from lock_roles($1, $2, $3::text[])`,
  parameters: ['memberId', 'communityId', 'needs'],
  literals: [],
}
