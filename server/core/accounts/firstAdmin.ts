import { type SqlBool, sql } from 'kysely'

/**
 * Subquery: whether the next account becomes the admin, because nobody has signed up yet. Imported members without a
 * password do not count, because they cannot log in.
 */
export const awaitsFirstAdmin = () =>
  sql<boolean & SqlBool>`(select case when signup_count = 0
    then not exists (select from users where password_hash is not null) else false end from site_settings)`
