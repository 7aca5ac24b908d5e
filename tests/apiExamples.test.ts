import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ApiDocument } from '../contract/apiDocument.ts'
import type { Endpoint } from '../contract/endpoints/endpoint.ts'
import { endpoints } from '../contract/endpoints/index.ts'
import { recordExamples } from './apiExamples/recordExamples.ts'
import type { Recorder } from './apiExamples/recorder.ts'

const recorded = join(import.meta.dirname, 'apiExamples/examples.json')

/** Some programs can parse times only in whole seconds. */
const fraction = /T\d\d:\d\d:\d\d\.\d+Z/

/** The path and query of one example of each GET, once for each allowed value of its parameters. */
const addressesWithWords = (paths: ApiDocument['paths'], examples: Recorder['examples']): string[] =>
  Object.entries(paths).flatMap(([path, { get }]) => {
    const calls = Object.entries<Endpoint>(endpoints).filter(
      ([, one]) => one.method === 'GET' && one.path.replace(/:(\w+)/g, '{$1}') === path,
    )
    const made = calls.flatMap(([name]) => examples[name] ?? []).filter(({ status }) => status === 200)
    return (get?.parameters ?? []).flatMap(({ name, schema }) => {
      // A request with this parameter already has the others it needs.
      const address = (made.find((one) => one.address.includes(`${name}=`)) ?? made[0])?.address ?? ''
      const [asked = '', search] = address.split('?')
      const words = schema.type === 'boolean' ? [true] : (schema.enum ?? [])
      return words.map((word) => {
        const query = new URLSearchParams(search)
        query.set(name, String(word))
        return `${asked}?${query}`
      })
    })
  })

/**
 * `npm run api-examples` writes the file again; check the difference before you commit it: it is what API clients will
 * see.
 */
it('the examples in the API description are answers of a running forum', async () => {
  const text = await recordExamples(undefined, async ({ forum, admin, recorder }) => {
    const { paths } = (await forum.app.inject('/api/openapi.json')).json<ApiDocument>()
    const others = addressesWithWords(paths, recorder.examples)
    expect(others.length).toBeGreaterThan(80)
    for (const address of others) {
      const { status, body } = await admin.send({ method: 'GET', address })
      expect(status, `${address}: ${body}`).not.toBe(400)
      if (!address.includes('render=page')) expect(body, address).not.toMatch(fraction)
    }
  })
  const examples: Recorder['examples'] = JSON.parse(text)
  const withFractions = Object.values(examples)
    .flat()
    .filter(({ answer }) => fraction.test(JSON.stringify(answer ?? null)))
  expect(withFractions).toEqual([])
  await expect(text).toMatchFileSnapshot(recorded)
}, 120_000)
