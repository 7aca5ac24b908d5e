import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorName } from '../errors.ts'
import type { RateLimitName } from '../rateLimits.ts'

/** One call of the API: input, output, who may use it, and its refusals. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path, with `:name` for parameters. */
  readonly path: `/api/${string}`
  /**
   * Selects this call among two with the same method and path: the query must contain this parameter, not empty. Both
   * must have the same `params`, `who` and `limit`, which apply before the query is parsed.
   */
  readonly when?: { readonly has: string }
  readonly summary: string
  /** `all`: guests, too; `member`: anyone logged in; `admin`: admins only. The ability checks finer rules. */
  readonly who: 'all' | 'member' | 'admin'
  /** Guests may use the call even in a private forum, because nobody could log in or join without it. */
  readonly openInPrivateForum?: true
  /** The member needs a confirmed email address where the site wants one of those who write. */
  readonly needsConfirmedEmail?: true
  /** The member must have accepted the terms and declared the minimum age, where the site asks for that. Admins do not have to. */
  readonly needsAgreement?: true
  /** Checked before the body is read, except `login` and `signup`, which their abilities check later. */
  readonly limit?: RateLimitName
  readonly params?: TObject
  /** Describes each text; the ability parses it, and refuses invalid values in its own order. */
  readonly query?: TObject
  readonly body?: TObject
  /** A missing body counts as an empty object; with `given`, only where the query has this parameter. */
  readonly bodyOptional?: true | { readonly given: string }
  /** The body is multipart/form-data with one file in the field `image`. */
  readonly upload?: true
  /** Creates something for a member, once for each `Idempotency-Key`. */
  readonly takesIdempotencyKey?: true
  /** All guests get the same answer, so it may be cached for a few seconds. */
  readonly sharedByGuests?: true
  /**
   * Invalidates cached answers. `true`: all of them, and everyone logged in sees the change at once. `itsPost`: those about the
   * post and its author, once they are two seconds old.
   */
  readonly changesWhatGuestsSee?: true | 'itsPost'
  /** null: an empty body. */
  readonly response: TSchema | null
  readonly successStatus?: 201
  /** Besides `generalErrors`. */
  readonly errors: readonly ErrorName[]
}

/** Keeps the exact types of an endpoint. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/**
 * The rate limit of a call by guests: those without one of their own have that of pages, unless the answer is kept. The same goes
 * for calls that refuse guests, but look at something first, and for those that count in their code.
 */
export const limitOfGuests = ({ who, limit }: Pick<Endpoint, 'who' | 'limit'>): RateLimitName | undefined =>
  limit ?? (who === 'all' ? 'pages' : undefined)

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise
type Part<E, K extends string> = E extends { readonly [P in K]: infer S } ? StaticOr<S, undefined> : undefined

export type ParamsOf<E extends Endpoint> = Part<E, 'params'>
export type QueryOf<E extends Endpoint> = Part<E, 'query'>
export type BodyOf<E extends Endpoint> = Part<E, 'body'>
/** A body as it arrives: of a choice, only the type `string` has been validated. */
export type ReceivedBodyOf<E extends Endpoint> = E extends { readonly body: TObject<infer Fields> }
  ? {
      [Name in keyof BodyOf<E>]: Name extends keyof Fields
        ? Fields[Name] extends { choices: readonly string[] }
          ? string
          : BodyOf<E>[Name]
        : never
    }
  : BodyOf<E>
export type ResponseOf<E extends Endpoint> = E['response'] extends TSchema ? Static<E['response']> : null
