import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { ApiDocument, ApiOperation } from '../../contract/apiDocument.ts'

/** An answer as it came over the network. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly ms: number
}

/** Longer than any statement may take. */
const hangsAfterMs = 15_000

/** Returns what is wrong with an answer, or null if it conforms to the contract. */
export type Judge = (request: { name: string; url: string }, answer: Answer) => string | null

/** @param document the OpenAPI document that answers are validated against. */
export function judgeBy(document: ApiDocument): Judge {
  const ajv = new Ajv2020({ strict: false })
  ajv.addFormat('date-time', true)
  ajv.addSchema({
    $id: 'https://forum.example/openapi',
    components: { schemas: document.components.schemas },
  })
  const operations = new Map(
    Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((operation): [string, ApiOperation] => [operation.operationId, operation]),
    ),
  )
  const compiled = new Map<string, ValidateFunction | null>()

  /** Validates the body of an operation's answer with a status; null if the document has no JSON for it. */
  function validatorOf(name: string, status: number): ValidateFunction | null {
    const key = `${name} ${status}`
    const known = compiled.get(key)
    if (known !== undefined) return known
    const schema = operations.get(name)?.responses[status]?.content?.['application/json']?.schema
    const validator = schema
      ? ajv.compile(
          JSON.parse(
            JSON.stringify(schema).replaceAll('"#/components', '"https://forum.example/openapi#/components'),
          ),
        )
      : null
    compiled.set(key, validator)
    return validator
  }

  function judgeJson(name: string, { status, text }: Answer): string | null {
    if (text === '') return status >= 400 ? 'an empty refusal' : null
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      return 'JSON that cannot be parsed'
    }
    if (status >= 400) {
      const refusal = body as { status?: unknown; message?: unknown }
      return refusal?.status === status && typeof refusal.message === 'string'
        ? null
        : 'a refusal without status and message'
    }
    const validate = validatorOf(name, status)
    if (!validate || validate(body)) return null
    const [error] = validate.errors ?? []
    return `against the schema: ${error?.instancePath} ${error?.message}`
  }

  return ({ name, url }, answer) => {
    const { status, headers, ms } = answer
    if (ms > hangsAfterMs) return `took ${Math.round(ms)} ms`
    if (status >= 500) return `status ${status}`
    const location = headers.get('location')
    if (location !== null && !isOnSite(location, url)) return `redirects to ${location}`
    if (headers.get('content-type')?.includes('application/json')) return judgeJson(name, answer)
    return null
  }
}

const isOnSite = (target: string, url: string): boolean =>
  URL.canParse(target, url) && new URL(target, url).host === new URL(url).host
