import { sql } from 'kysely'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Db } from '../../platform/database/connection.ts'

/** What the site asks everyone who has an account. */
export type AgreementSettings = Pick<SettingValues, 'acceptTerms' | 'termsAskedAgainAt' | 'minimumAge'>

/** Whether the site asks anything. */
export const asksForAgreement = ({ acceptTerms, minimumAge }: AgreementSettings): boolean =>
  acceptTerms || minimumAge > 0

/** What a member still has to do. */
export interface MissingAgreement {
  /** Whether they have to accept the terms. */
  readonly terms: boolean
  /** How old they have to say they are, in years; 0 if they have. */
  readonly age: number
}

/** What everyone without an account has to do to get one. */
export const agreementOfNewMembers = ({ acceptTerms, minimumAge }: AgreementSettings): MissingAgreement => ({
  terms: acceptTerms,
  age: minimumAge,
})

/** One statement, and none where the site asks nothing. */
export async function findMissingAgreement(
  db: Db,
  userId: string,
  settings: AgreementSettings,
): Promise<MissingAgreement> {
  if (!asksForAgreement(settings)) return { terms: false, age: 0 }
  const { acceptTerms, termsAskedAgainAt, minimumAge } = settings
  const askedAt = sql`${termsAskedAgainAt || null}::timestamptz`
  const { hasAccepted, hasDeclared } = await db
    .selectNoFrom([
      sql<boolean>`exists (select from terms_acceptances where user_id = ${userId}
        and (${askedAt} is null or ${askedAt} > now() or accepted_at >= ${askedAt}))`.as('hasAccepted'),
      sql<boolean>`exists (select from age_declarations where user_id = ${userId}
        and at_least >= ${minimumAge})`.as('hasDeclared'),
    ])
    .executeTakeFirstOrThrow()
  return { terms: acceptTerms && !hasAccepted, age: hasDeclared ? 0 : minimumAge }
}
