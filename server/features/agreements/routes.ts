import { sql } from 'kysely'
import type { Endpoints } from '../../../contract/endpoints/index.ts'
import { findMissingAgreement } from '../../core/access/agreements.ts'
import { requireAgreement } from '../../core/accounts/agreement.ts'
import { type Call, type Route, route } from '../../core/api/route.ts'
import { listTermsVersions } from './versions.ts'

export const agreementRoutes: readonly Route[] = [
  route('agree', agree),
  route('listTermsVersions', (call) => listTermsVersions(call, call.query)),
]

/**
 * Records that a member accepts the terms and declares the minimum age, where either is still missing.
 *
 * @throws Refused with `terms-not-accepted` or `age-not-declared`.
 */
async function agree(call: Call<Endpoints['agree']>): Promise<null> {
  const { db, viewer, settings, body } = call
  const missing = await findMissingAgreement(db, viewer.id, settings)
  const { termsVersion, ageAtLeast } = await requireAgreement(call, missing, body)
  // A deletion of the account that runs at the same time locks the row, and deletes what was recorded before it.
  await sql`
    with member as (select id from users where id = ${viewer.id} and deleted_at is null for key share),
    accepted as (
      insert into terms_acceptances (user_id, version) select id, ${termsVersion}::text from member
      where ${termsVersion}::text is not null on conflict do nothing)
    insert into age_declarations (user_id, at_least) select id, ${ageAtLeast}::smallint from member
    where ${ageAtLeast}::smallint is not null
    on conflict (user_id) do update set at_least = excluded.at_least, declared_at = excluded.declared_at`.execute(
    db,
  )
  return null
}
