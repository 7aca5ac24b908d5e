import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { isKeyOf } from '../../../contract/objects.ts'
import type { Services } from '../../core/api/route.ts'
import { type ImageKey, imageFolder, originalName, originalPath } from '../../core/images/paths.ts'
import { drawIcon, type IconShape } from '../../core/images/picture.ts'
import { storeUpload } from '../../core/images/upload.ts'
import { changeSite } from '../../core/moderationLog/changeSite.ts'
import { logoView } from '../../core/settings/logo.ts'
import { storeLogo } from '../../core/settings/storeLogo.ts'
import { TooBusy } from '../../platform/http/workQueue.ts'
import type { FileStore } from '../../platform/storage/store.ts'

/** The icons by their names; those of the same name that come with the program have the same size. */
export const iconShapes = {
  // Twice the size of the bar at the top, for sharp screens.
  'logo.png': { width: 320, height: 64 },
  'favicon.png': { width: 96, height: 96, share: 1 },
  'icon-192.png': { width: 192, height: 192, share: 0.92 },
  'icon-512.png': { width: 512, height: 512, share: 0.92 },
  // Maskable: systems crop it to their own shape, and always show the inner four fifths.
  'icon-maskable-512.png': { width: 512, height: 512, share: 0.56, ground: 'white' },
  'apple-touch-icon.png': { width: 180, height: 180, share: 0.8, ground: 'white' },
} as const satisfies Record<string, IconShape>

const iconFile = (logo: ImageKey, icon: keyof typeof iconShapes) => ({
  folder: imageFolder(logo),
  name: icon,
})

/**
 * Makes an uploaded picture the logo of the site. When it returns, this process shows it.
 *
 * @param path the temporary file; null when the request had none.
 * @throws Refused with one of `pictureErrors`, or with 429 when too many pictures wait to be converted.
 */
export async function setLogo(
  services: Pick<Services, 'db' | 'config' | 'files' | 'liveSettings'> & { signal: AbortSignal | undefined },
  admin: { id: string },
  path: string | null,
): Promise<OutputOf<'setLogo'>> {
  const { id, secret, width, height } = await storeUpload(services, {
    path,
    use: 'logo',
    uploaderId: admin.id,
  })
  const logo = { id, secret, width, height }
  await changeSite(services, admin, (trx) => storeLogo(trx, logo, { by: admin.id }))
  return logoView(logo)
}

/** Restores the original logo. */
export async function deleteLogo(
  services: Pick<Services, 'db' | 'liveSettings'>,
  admin: { id: string },
): Promise<OutputOf<'deleteLogo'>> {
  await changeSite(services, admin, (trx) => storeLogo(trx, null, { by: admin.id }))
  return { success: true }
}

const cacheControl = 'public, max-age=31536000, immutable'
const retryAfterSeconds = 2

/**
 * Serves the icons that are made from the logo, each made at the first request for it and stored beside the picture. The
 * URL identifies the picture, so its content never changes, and other processes need no notification.
 */
export function serveIcons(app: FastifyInstance, files: FileStore): void {
  const pending = new Map<string, Promise<Buffer | null>>()

  async function make(key: ImageKey, icon: keyof typeof iconShapes) {
    const original = await files.open(originalPath(key))
    if (!original) return null
    const bytes = await drawIcon(await buffer(original.content), iconShapes[icon])
    await files.put(iconFile(key, icon), bytes)
    if (await files.has(originalPath(key))) return bytes
    // The logo was replaced meanwhile. Deleting begins with the original, so this sees it and removes the icon, too.
    await files.deleteFolder(imageFolder(key), { first: originalName })
    return null
  }

  app.get<{ Params: { logo: string; icon: string } }>(
    '/site-icon/:logo/:icon',
    { config: { admits: 'everyone' } },
    async (request, reply) => {
      const { logo, icon } = request.params
      const [, id = '', secret = ''] = /^([1-9][0-9]{0,18})-([0-9A-Za-z_]{22})$/.exec(logo) ?? []
      const none = () =>
        reply
          .code(404)
          .header('Cache-Control', 'no-store')
          .type('text/plain; charset=utf-8')
          .send('Not found')
      if (id === '' || !isKeyOf(iconShapes, icon)) return none()
      const key = { id, secret }
      const place = `${logo}/${icon}`
      try {
        const stored = await files.open(iconFile(key, icon))
        let found: Buffer | null = stored && (await buffer(stored.content))
        if (!found) {
          const making = pending.get(place) ?? make(key, icon).finally(() => pending.delete(place))
          pending.set(place, making)
          found = await making
        }
        if (!found) return none()
        return reply.header('Cache-Control', cacheControl).type('image/png').send(found)
      } catch (error) {
        if (!(error instanceof TooBusy)) throw error
        return reply
          .code(503)
          .header('Retry-After', retryAfterSeconds)
          .type('text/plain; charset=utf-8')
          .send('Service Unavailable')
      }
    },
  )
}
