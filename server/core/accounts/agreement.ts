import { errors } from '../../../contract/errors.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { MissingAgreement } from '../access/agreements.ts'
import type { Services } from '../api/route.ts'
import { getCurrentTerms, type Terms } from '../staticPages/terms.ts'

/** What someone has sent. */
export interface GivenAgreement {
  /** The version of the terms that they accept. */
  readonly acceptedTerms?: string | null
  /** How old they say they are at least, in years. */
  readonly declaredAge?: number | null
}

/** What is recorded of it. */
export interface Agreement {
  /** The version of the terms, stored by `storeTerms`; null if none was asked for. */
  readonly termsVersion: string | null
  /** In years; null if none was asked for. */
  readonly ageAtLeast: number | null
}

export const noAgreement: Agreement = { termsVersion: null, ageAtLeast: null }

/**
 * Checks that someone agreed to everything that is still missing, and stores the text of the terms if they are new.
 *
 * @throws Refused with `terms-not-accepted`, also for a version that is no longer shown, or `age-not-declared`.
 */
export async function requireAgreement(
  services: Pick<Services, 'db' | 'config' | 'settings' | 'orders'>,
  missing: MissingAgreement,
  { acceptedTerms, declaredAge }: GivenAgreement,
): Promise<Agreement> {
  if ((declaredAge ?? 0) < missing.age)
    throw new Refused({
      ...errors.ageNotDeclared,
      message: `You need to be at least ${missing.age} years old to have an account here.`,
    })
  const ageAtLeast = missing.age || null
  if (!missing.terms) return { termsVersion: null, ageAtLeast }
  const terms = await getCurrentTerms(services)
  if (acceptedTerms !== terms.version) throw new Refused(errors.termsNotAccepted)
  await storeTerms(services.db, terms)
  return { termsVersion: terms.version, ageAtLeast }
}

const storeTerms = (db: Db, terms: Terms) =>
  db
    .insertInto('terms_versions')
    .values(terms)
    .onConflict((conflict) => conflict.column('version').doNothing())
    .execute()
