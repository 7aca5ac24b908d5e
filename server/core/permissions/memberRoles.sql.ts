// Made from memberRoles.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly memberId: string
  readonly communityId: string
  readonly needs: readonly string[] | null
}

export type MemberRolesRow = {
  is_admin: boolean | null
  is_moderator: boolean | null
}

export const memberRoles: Statement<Parameters, MemberRolesRow> = {
  name: 'memberRoles',
  text: `select is_admin, is_moderator from roles_in($1, $2, $3::text[])`,
  parameters: ['memberId', 'communityId', 'needs'],
  literals: [],
}
