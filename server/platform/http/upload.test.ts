import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { scratchRoot } from '../../../tests/support/cluster.ts'
import { formWith } from '../../../tests/support/form.ts'
import { acceptUploads, withUpload } from './upload.ts'

it('aborts the signal of an upload when its client leaves', async () => {
  const app = fastify()
  let heard: Promise<boolean> | undefined
  let began = () => {}
  const working = new Promise<void>((resolve) => {
    began = resolve
  })
  await app.register(async (scope) => {
    await acceptUploads(scope)
    scope.post('/', (received) =>
      withUpload(received, { dataDir: scratchRoot(), uploadMaxMib: 1 }, async (_path, signal) => {
        heard = new Promise((resolve) => signal.addEventListener('abort', () => resolve(true)))
        began()
        await heard
        return {}
      }),
    )
  })
  await app.listen({ port: 0 })
  try {
    const { headers, payload } = await formWith(Buffer.from('a picture'))
    const { port } = app.server.address() as AddressInfo
    const sent = request({ port, method: 'POST', headers }).on('error', () => {})
    sent.end(payload)
    await working
    sent.destroy()
    expect(await heard).toBe(true)
  } finally {
    await app.close()
  }
})
