import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const wellKnownFiles = [
  'favicon.svg',
  'favicon.png',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'apple-touch-icon.png',
  'badge-supporter.png',
]
const wellKnownMaxAgeSeconds = 3600

/**
 * Serves the files of the browser build, compressed at build time.
 *
 * @param options.otherIcon the site's own picture in place of a well-known file; null if it has none.
 * @param folder the browser build. Files in its `assets` folder have a content hash in their names.
 */
export async function serveFiles(
  app: FastifyInstance,
  folder: string,
  { otherIcon = () => null }: { otherIcon?: (file: string) => string | null } = {},
): Promise<void> {
  await app.register(async (files) => {
    // Allowed in a private forum: they are the same for every site, and the login page needs them.
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, admits: 'everyone' }
    })
    await files.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '1y',
      index: false,
    })
    for (const file of wellKnownFiles)
      files.get(`/${file}`, async (_request, reply) => {
        const other = otherIcon(file === 'favicon.svg' ? 'favicon.png' : file)
        if (other) return reply.header('Cache-Control', 'no-cache').redirect(other, 302)
        return reply.sendFile(file, folder, { maxAge: wellKnownMaxAgeSeconds * 1000, immutable: false })
      })
    files.get('/licences', async (_request, reply) =>
      reply.header('Cache-Control', 'no-cache').sendFile('licences.html', folder, { cacheControl: false }),
    )
    // Browsers must find a new version at once.
    files.get('/service-worker.js', async (_request, reply) =>
      reply
        .header('Cache-Control', 'private, max-age=0')
        .sendFile('service-worker.js', folder, { cacheControl: false }),
    )
    // Browsers request it even when pages name another icon.
    files.get('/favicon.ico', async (_request, reply) => reply.redirect('/favicon.svg', 302))
  })
}
