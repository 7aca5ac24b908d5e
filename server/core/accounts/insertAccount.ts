import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'
import { type AccountRow, accountColumns } from '../users/columns.ts'
import type { Agreement } from './agreement.ts'

export interface NewAccount {
  readonly username: string
  readonly email: string | null
  readonly passwordHash: string
  /** Null if it is no longer known. */
  readonly ip: string | null
  /** The code of the invitation, if one is used. */
  readonly invitation: string | null
  readonly agreement: Agreement
  /** Their language, where it is not the default of the site. */
  readonly language?: string | null
  /** When they agreed, if that was before. */
  readonly agreedAt?: Date
}

/**
 * Inserts an account in one statement, with its memberships of the default communities, its list `bookmarks`, the use of its
 * invitation and what it agreed to.
 *
 * Locks, in this order: the row of `site_settings`, the invitation, the default communities. The first lock serializes new accounts,
 * so only one of several first accounts becomes admin, and two of them cannot deadlock on communities.
 *
 * @returns undefined, and nothing has changed, when the invitation cannot be used any more.
 * @throws a unique violation when there is an account of this name.
 */
export function insertAccount(db: Db, account: NewAccount): Promise<AccountRow | undefined> {
  const { agreement } = account
  const agreedAt = sql<Date>`coalesce(${account.agreedAt ?? null}::timestamptz, now())`
  return (
    db
      .with(
        (cte) => cte('locked_site').materialized(),
        (q) => q.selectFrom('site_settings').select('only_row').forNoKeyUpdate(),
      )
      .with('used_invitation', (q) =>
        q
          .updateTable('invitations')
          .from('locked_site')
          .where('code', '=', account.invitation)
          .where(sql<boolean>`invitation_is_usable(invitations)`)
          .set((eb) => ({ use_count: eb('use_count', '+', 1) }))
          .returning(['invitations.id', 'invitations.created_by']),
      )
      .with('site', (q) =>
        q
          .updateTable('site_settings')
          .where((eb) =>
            eb.or([
              eb.lit(account.invitation === null),
              eb.exists(eb.selectFrom('used_invitation').select('id')),
            ]),
          )
          .set((eb) => ({ user_count: eb('user_count', '+', 1), signup_count: eb('signup_count', '+', 1) }))
          .returning((eb) => eb('signup_count', '=', 1).as('is_first')),
      )
      .with('author', (q) =>
        q
          .insertInto('users')
          .columns([
            'username',
            'email',
            'password_hash',
            'created_ip',
            'last_seen_ip',
            'is_admin',
            'language',
            'trust_level',
          ])
          .expression((eb) =>
            eb.selectFrom('site').select([
              eb.cast<string>(eb.val(account.username), 'text').as('username'),
              eb.cast<string | null>(eb.val(account.email), 'text').as('email'),
              eb.cast<string>(eb.val(account.passwordHash), 'text').as('password_hash'),
              eb.cast<string | null>(eb.val(account.ip), sql`inet`).as('created_ip'),
              eb.cast<string | null>(eb.val(account.ip), sql`inet`).as('last_seen_ip'),
              sql<boolean>`site.is_first and awaits_first_admin()`.as('is_admin'),
              eb.cast<string | null>(eb.val(account.language ?? null), 'text').as('language'),
              // An invitation counts as vouching.
              sql<number>`(select count(*) from used_invitation join users as inviter on inviter.id = created_by
                  where may_vouch(inviter))`.as('trust_level'),
            ]),
          )
          .returningAll(),
      )
      // In the order of their ids: the lock order of communities.
      .with(
        (cte) => cte('default_community').materialized(),
        (q) =>
          q
            .selectFrom('communities')
            .where('is_default', '=', true)
            .where('deleted_at', 'is', null)
            .where((eb) => eb.exists(eb.selectFrom('author').select('author.id')))
            .select('id')
            .orderBy('id')
            .forNoKeyUpdate(),
      )
      .with('new_membership', (q) =>
        q
          .insertInto('memberships')
          .columns(['user_id', 'community_id'])
          .expression((eb) =>
            eb
              .selectFrom(['author', 'default_community'])
              .select(['author.id as user_id', 'default_community.id as community_id']),
          )
          .returning('memberships.community_id'),
      )
      .with(
        (cte) => cte('counted').materialized(),
        (q) =>
          q.selectFrom('new_membership').select(sql`count(count_members(community_id, 1))`.as('communities')),
      )
      .with('invited_member', (q) =>
        q
          .insertInto('invited_members')
          .columns(['user_id', 'invitation_id'])
          .expression((eb) =>
            eb
              .selectFrom(['author', 'used_invitation'])
              .select(['author.id as user_id', 'used_invitation.id as invitation_id']),
          ),
      )
      .with('accepted_terms', (q) =>
        q
          .insertInto('terms_acceptances')
          .columns(['user_id', 'version', 'accepted_at'])
          .expression((eb) =>
            eb
              .selectFrom(['author', 'terms_versions'])
              .where('version', '=', agreement.termsVersion)
              .select(['author.id as user_id', 'version', agreedAt.as('accepted_at')]),
          ),
      )
      .with('declared_age', (q) =>
        q
          .insertInto('age_declarations')
          .columns(['user_id', 'at_least', 'declared_at'])
          .expression((eb) =>
            eb
              .selectFrom('author')
              .where(sql<boolean>`${agreement.ageAtLeast}::smallint is not null`)
              .select([
                'author.id as user_id',
                sql<number>`${agreement.ageAtLeast}::smallint`.as('at_least'),
                agreedAt.as('declared_at'),
              ]),
          ),
      )
      .with('bookmarks', (q) =>
        q
          .insertInto('lists')
          .columns(['user_id', 'name', 'display_name'])
          .expression((eb) =>
            eb
              .selectFrom('author')
              .select([
                'author.id',
                sql.lit('bookmarks').as('name'),
                sql.lit('Bookmarks').as('display_name'),
              ]),
          ),
      )
      .selectFrom(['author', 'counted'])
      .select(accountColumns)
      .executeTakeFirst()
  )
}
