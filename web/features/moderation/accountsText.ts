import { t } from '../../../contract/texts/t.ts'
/** A number of accounts, as sentences contain it. */
export const accountsText = (count: number): string =>
  t('{count, plural, one {# account} other {# accounts}}', { count })
