import { sql } from 'kysely'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { limits } from '../../../contract/limits.ts'
import type { Services } from '../../core/api/route.ts'
import { getCurrentTerms } from '../../core/staticPages/terms.ts'
import { parseNumberCursor } from '../../platform/http/cursor.ts'

/** The accepted texts of the terms, the latest first. @throws Refused with `invalid_cursor`. */
export async function listTermsVersions(
  services: Pick<Services, 'db' | 'config' | 'settings' | 'orders'>,
  { next }: { next?: string },
): Promise<OutputOf<'listTermsVersions'>> {
  const from = parseNumberCursor(next)
  const [{ version: current }, rows] = await Promise.all([
    getCurrentTerms(services),
    services.db
      .selectFrom('terms_versions')
      .$if(from !== null, (q) => q.where(sql<boolean>`id <= ${from}::bigint`))
      .select(['id', 'version', 'text', 'first_accepted_at as firstAcceptedAt'])
      .select(
        sql<number>`(select count(distinct user_id)::integer from terms_acceptances
          where terms_acceptances.version = terms_versions.version)`.as('acceptedBy'),
      )
      .orderBy('id', 'desc')
      .limit(limits.termsVersionsPerPage + 1)
      .execute(),
  ])
  return {
    current,
    versions: rows.slice(0, limits.termsVersionsPerPage).map(({ id: _id, firstAcceptedAt, ...version }) => ({
      ...version,
      firstAcceptedAt: firstAcceptedAt.toISOString(),
    })),
    next: rows[limits.termsVersionsPerPage]?.id.toString() ?? null,
  }
}
