import { mkdir, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { startElsewhere } from '../support/elsewhere.ts'
import { type Forum, startForum } from '../support/forum.ts'
import type { TestDatabase } from '../support/postgres.ts'
import { masked } from './mask.ts'
import type { Person } from './person.ts'
import { Recorder } from './recorder.ts'
import { tellStory } from './story.ts'

/** Runs a forum through the story. @returns the content of examples.json. @param examine is called while the forum still runs. */
export async function recordExamples(
  store?: TestDatabase,
  examine?: (found: { forum: Forum; admin: Person; recorder: Recorder }) => Promise<void>,
): Promise<string> {
  const startedAt = Date.now()
  const elsewhere = await startElsewhere((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<meta property="og:title" content="Swifts sleep in the air">'),
  )
  const forum = await startForum(
    {
      SITE_URL: 'https://forum.example',
      SMTP_URL: 'smtp://127.0.0.1:25',
      MAIL_FROM: 'forum@forum.example',
      LINK_PORTS: `80, 443, ${elsewhere.port}`,
      LINK_ALLOWED_NETWORKS: '127.0.0.2/32',
    },
    store ? { store } : {},
  )
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
    await examine?.({ forum, admin, recorder })
    return `${JSON.stringify(examples, null, 1)}\n`
  } finally {
    await forum.close()
    await elsewhere.close()
  }
}
