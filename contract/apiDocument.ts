import type { Bucket } from './rateLimits.ts'

/** A schema of OpenAPI 3.1: the part of JSON Schema 2020-12 that our contract uses. */
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
  readonly in: 'path' | 'query' | 'header'
  readonly description: string
  readonly required: boolean
  readonly schema: JsonSchema
}

interface ApiMedia {
  readonly schema: JsonSchema
  /** A refusal, by the name of the error; the most common ones refer to the components. */
  readonly examples?: Readonly<Record<string, ApiValue | { readonly $ref: string }>>
}

export interface ApiValue {
  readonly summary: string
  readonly value: unknown
}

export interface ApiAnswer {
  readonly description: string
  /** Missing where the body is empty. */
  readonly content?: Readonly<Record<string, ApiMedia>>
}

/** A recorded call to a running forum, with its answer. */
export interface ApiExample {
  readonly title: string
  /** The member whose session made the call; null for guests. */
  readonly as: string | null
  readonly method: string
  /** Path and query. */
  readonly address: string
  /** JSON; missing where there is none. */
  readonly body?: unknown
  /** The name of the uploaded file, instead of a body. */
  readonly file?: string
  readonly status: number
  /** Missing where the body is empty. */
  readonly answer?: unknown
}

export interface ApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
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
  /** In the order of recording; the first is the simplest. */
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
    /** Refusals that do not belong to one call, by the names of the errors. */
    readonly examples: Readonly<Record<string, ApiValue>>
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>
  }
}

/** The content of the API's documentation page. */
export interface ApiGuide {
  readonly document: ApiDocument
  /** The description in `info`, as sanitized HTML. */
  readonly introduction: string
}
