import type { ApiDocument } from '../../contract/apiDocument.ts'

/** A module of TypeScript with all examples of the document, which compiles if they have the types of openapi-typescript. */
export function typedExamples({ paths }: ApiDocument): string {
  const lines = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, requestBody, responses }) => {
      const parts = { requestBody, ...responses }
      return Object.entries(parts).flatMap(([part, given]) =>
        Object.entries(given?.content ?? {}).flatMap(([type, { examples = {} }]) => {
          const place =
            part === 'requestBody'
              ? `NonNullable<Calls['${operationId}']['requestBody']>`
              : `Calls['${operationId}']['responses'][${part}]`
          return Object.values(examples).flatMap((example) =>
            'value' in example
              ? [`void (${JSON.stringify(example.value)} satisfies ${place}['content']['${type}'])`]
              : [],
          )
        }),
      )
    }),
  )
  return ["import type { operations as Calls } from './schema'", ...lines, ''].join('\n')
}
