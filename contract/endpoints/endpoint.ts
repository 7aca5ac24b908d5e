import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorName } from '../errors.ts'
import type { RateLimitName } from '../rateLimits.ts'

/** One call of the API: what goes in, what comes out, who may use it and how it can be refused. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As in the address, with `:name` for parameters. */
  readonly path: `/api/${string}`
  /**
   * Of two calls under one method and path the one that is meant when this parameter of the query is there and not
   * empty. They share everything that is settled before the query is parsed: `params`, `who` and `limit`.
   */
  readonly when?: { readonly has: string }
  readonly summary: string
  /** `all`: guests too; `member`: anybody logged in; `admin`: admins only. Finer rules are the ability's own. */
  readonly who: 'all' | 'member' | 'admin'
  /** Taken before the body is read; `login` and `signup` are taken by their ability, later. */
  readonly limit?: RateLimitName
  readonly params?: TObject
  /** What each text means; the ability parses it, and refuses bad values in its order. */
  readonly query?: TObject
  readonly body?: TObject
  /** A missing body counts as an empty object; with `given`, only where the query has this parameter. */
  readonly bodyOptional?: true | { readonly given: string }
  /** The body is multipart/form-data with one file in the field `image`. */
  readonly upload?: true
  /** Guests all get the same answer, so it may be kept for a few seconds. */
  readonly sharedByGuests?: true
  /** What guests were shown a moment ago is out of date after this write. */
  readonly changesWhatGuestsSee?: true
  /** null: an empty body. */
  readonly response: TSchema | null
  readonly successStatus?: 201
  /** Beyond those that any call can answer: csrf, login, rate limit, body, 500 and 503. */
  readonly errors: readonly ErrorName[]
}

/** Keeps the exact types of one endpoint. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise
type Part<E, K extends string> = E extends { readonly [P in K]: infer S } ? StaticOr<S, undefined> : undefined

export type ParamsOf<E extends Endpoint> = Part<E, 'params'>
export type QueryOf<E extends Endpoint> = Part<E, 'query'>
export type BodyOf<E extends Endpoint> = Part<E, 'body'>
/** A body as it arrives: of a choice only that it is a text has been checked. */
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
