import { parseArgs } from 'node:util'
import type { ApiDocument } from '../../contract/apiDocument.ts'
import { loadSecrets } from '../../server/platform/http/secrets.ts'
import { otherPaths } from '../../web/otherPaths.ts'
import { startServer } from '../browser/support/server.ts'
import { newActors } from './actors.ts'
import { fuzz } from './run.ts'

const usage = `npm run fuzz -- [options]

Sends made-up requests to the built server, in five roles, and checks every answer. If an answer is a server error,
breaks the contract or is missing, it prints the smallest sequence of requests that still fails, and ends with code 1.

  --requests N  about this many; 100,000 by default
  --seed S      an integer; the same one makes the same requests as long as the API is the same
  --path P      together with --seed: begins with the sequence of an earlier report`

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    path: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const requests = Number(values.requests)
const seed = Number(values.seed)
if (values.help || !Number.isSafeInteger(requests) || requests < 1 || !Number.isSafeInteger(seed)) {
  console.log(usage)
  process.exit(values.help ? 0 : 2)
}

/** The pages that people read; `otherPaths` has the others. */
const readingPages = [
  '/',
  '/all',
  '/subscriptions',
  '/login',
  '/communities',
  '/:communityName',
  '/:communityName/post/:publicId',
  '/:communityName/post/:publicId/:commentId',
  '/:communityName.atom',
  '/sitemap.xml',
  '/images/:imageId',
]

const startedAt = Date.now()
const server = await startServer()
try {
  const { session } = await loadSecrets(server.db)
  const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as ApiDocument
  let number = 0
  console.log(`Seed ${seed}`)
  const report = await fuzz(
    {
      origin: server.url,
      document,
      pages: [...readingPages, ...otherPaths],
      newActors() {
        number += 1
        return newActors(server.db, session, number)
      },
      isRunning: () => server.isRunning(),
    },
    {
      requests,
      seed,
      ...(values.path && { path: values.path }),
      onProgress(sent) {
        if (sent % 5000 === 0)
          console.log(`${sent} requests, ${Math.round((Date.now() - startedAt) / 1000)} s`)
      },
    },
  )
  const answers = Object.entries(report.answers).map(([statusClass, count]) => `${count} × ${statusClass}xx`)
  console.log(
    `${report.requests} requests in ${Math.round((Date.now() - startedAt) / 1000)} s: ${answers.join(', ')}; ` +
      `the slowest took ${Math.round(report.slowestMs)} ms`,
  )
  if (report.finding) {
    console.error(`\n${report.finding.problem}\n`)
    for (const request of report.finding.requests) console.error(JSON.stringify(request).slice(0, 4000))
    console.error(`\nnpm run fuzz -- --seed ${report.replay?.seed} --path ${report.replay?.path}`)
    process.exitCode = 1
  } else console.log('Every answer keeps the contract.')
} finally {
  await server.stop()
}
