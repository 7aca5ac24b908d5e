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

/** Says what is wrong with an answer; null when it keeps the contract. */
export type Judge = (request: { name: string; url: string }, answer: Answer) => string | null

/** @param document the description of the API, which every answer under /api/ is held to. */
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

  /** The check of the body that an operation answers with a status; null where the body is empty or no JSON. */
  function schemaOf(name: string, status: number): ValidateFunction | null {
    const key = `${name} ${status}`
    const known = compiled.get(key)
    if (known !== undefined) return known
    const schema = operations.get(name)?.responses[status]?.content?.['application/json']?.schema
    const made = schema
      ? ajv.compile(
          JSON.parse(
            JSON.stringify(schema).replaceAll('"#/components', '"https://forum.example/openapi#/components'),
          ),
        )
      : null
    compiled.set(key, made)
    return made
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
    const validate = schemaOf(name, status)
    if (!validate || validate(body)) return null
    const [error] = validate.errors ?? []
    return `against the schema: ${error?.instancePath} ${error?.message}`
  }

  return ({ name, url }, answer) => {
    const { status, headers, ms } = answer
    if (ms > hangsAfterMs) return `took ${Math.round(ms)} ms`
    if (status >= 500) return `status ${status}`
    const target = headers.get('location')
    if (target !== null && !isOnSite(target, url)) return `redirects to ${target}`
    if (headers.get('content-type')?.includes('application/json')) return judgeJson(name, answer)
    return null
  }
}

const isOnSite = (target: string, url: string): boolean =>
  URL.canParse(target, url) && new URL(target, url).host === new URL(url).host
