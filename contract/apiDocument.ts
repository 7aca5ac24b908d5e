import type { Bucket } from './rateLimits.ts'

/** A schema as OpenAPI 3.1 knows it: JSON Schema 2020-12, as far as our contract uses it. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly contentMediaType?: string
  readonly default?: string | number | boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
}

export interface ApiParameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly description: string
  readonly required: boolean
  readonly schema: JsonSchema
}

interface ApiMedia {
  readonly schema: JsonSchema
  /** Of a refusal by the name of the error. */
  readonly examples?: Readonly<Record<string, ApiValue>>
}

interface ApiValue {
  readonly summary: string
  readonly value: unknown
  /** A refusal that any call can answer with, and none of this one's own. */
  readonly 'x-general'?: true
}

export interface ApiAnswer {
  readonly description: string
  /** Left out where the body is empty. */
  readonly content?: Readonly<Record<string, ApiMedia>>
}

/** A call that was made to a running forum, and what it answered. */
export interface ApiExample {
  readonly title: string
  /** Whose session made it; null for one that nobody is logged in to. */
  readonly as: string | null
  readonly method: string
  /** Path and query. */
  readonly address: string
  /** JSON; left out where there is none. */
  readonly body?: unknown
  /** The name of the file that was uploaded instead. */
  readonly file?: string
  readonly status: number
  /** Left out where the body is empty. */
  readonly answer?: unknown
}

export interface ApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly [string]
  readonly parameters: readonly ApiParameter[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: Readonly<Record<string, ApiMedia>>
  }
  readonly responses: Readonly<Record<string, ApiAnswer>>
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly 'x-who': 'all' | 'member' | 'admin'
  readonly 'x-rateLimits'?: readonly Bucket[]
  /** In the order in which they were made; the first is the plainest. */
  readonly 'x-examples': readonly ApiExample[]
}

export type ApiMethod = 'get' | 'post' | 'put' | 'delete'

/**
 * The description of the whole API.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export interface ApiDocument {
  readonly openapi: '3.1.1'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary: string
    /** Markdown. */
    readonly description: string
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<ApiMethod, ApiOperation>>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>
  }
}

/** What the page about the API shows. */
export interface ApiGuide {
  readonly document: ApiDocument
  /** The description in `info`, rendered and safe to be put into a page. */
  readonly introduction: string
}
