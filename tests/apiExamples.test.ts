import { mkdir, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ApiDocument } from '../contract/apiDocument.ts'
import type { Endpoint } from '../contract/endpoints/endpoint.ts'
import { endpoints } from '../contract/endpoints/index.ts'
import { masked } from './apiExamples/mask.ts'
import { Recorder } from './apiExamples/recorder.ts'
import { tellStory } from './apiExamples/story.ts'
import { startElsewhere } from './support/elsewhere.ts'
import { startForum } from './support/forum.ts'

const recorded = join(import.meta.dirname, 'apiExamples/examples.json')

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
  const startedAt = Date.now()
  const elsewhere = await startElsewhere((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<meta property="og:title" content="Swifts sleep in the air">'),
  )
  const forum = await startForum({
    SITE_URL: 'https://forum.example',
    SMTP_URL: 'smtp://127.0.0.1:25',
    MAIL_FROM: 'forum@forum.example',
    LINK_PORTS: `80, 443, ${elsewhere.port}`,
    LINK_ALLOWED_NETWORKS: '127.0.0.2/32',
  })
  try {
    // Text that does not change when our texts do.
    const pages = join(forum.config.dataDir, 'pages')
    await mkdir(pages)
    await writeFile(join(pages, 'about.md'), '# About us\n\nWe talk about **birds**.\n')
    await forum.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = forum.app.server.address() as AddressInfo
    const recorder = new Recorder()
    const origin = `http://127.0.0.1:${port}`
    const { admin } = await tellStory({ forum, origin, elsewhere: elsewhere.origin }, recorder)
    const examples = masked(recorder.examples, {
      startedAt,
      hosts: { [elsewhere.origin]: 'https://swifts.example' },
    })
    const { paths } = (await forum.app.inject('/api/openapi.json')).json<ApiDocument>()
    const others = addressesWithWords(paths, recorder.examples)
    expect(others.length).toBeGreaterThan(80)
    for (const address of others) {
      const { status, body } = await admin.send({ method: 'GET', address })
      expect(status, `${address}: ${body}`).not.toBe(400)
    }
    await expect(`${JSON.stringify(examples, null, 1)}\n`).toMatchFileSnapshot(recorded)
  } finally {
    await forum.close()
    await elsewhere.close()
  }
}, 120_000)
