// Made from insertToken.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly userId: string
  readonly purpose: string
  readonly tokenHash: Buffer
  readonly hours: number
  readonly mailsPerDay: number
}

export type InsertTokenRow = {
  userId: string
  username: string
  email: string
  language: string | null
}

export const insertToken: Statement<Parameters, InsertTokenRow> = {
  name: 'insertToken',
  text: `with recipient as materialized ( select id, username, email, language from users where id = $1 and email is not null and (email_confirmed_at is null) = ($2::text = 'confirm_email') and deleted_at is null and banned_at is null and password_hash is not null for no key update ), inserted_token as ( insert into mailed_tokens (token_hash, user_id, purpose, email, expires_at) select $3, id, $2, email, now() + make_interval(hours => $4) from recipient where $5::integer > ( select count(*) from mailed_tokens where user_id = recipient.id and purpose = $2 and created_at > now() - interval '1 day') and $5::integer > ( select count(*) from mailed_addresses where address_hash = mailbox_hash(recipient.email) and purpose = $2 and created_at > now() - interval '1 day') returning user_id, email ), inserted_address as ( insert into mailed_addresses (token_hash, address_hash, purpose) select $3, mailbox_hash(email), $2 from inserted_token ) select recipient.id as "userId", username, recipient.email as "email", language from recipient join inserted_token on inserted_token.user_id = recipient.id`,
  parameters: ['userId', 'purpose', 'tokenHash', 'hours', 'mailsPerDay'],
  literals: [],
}
