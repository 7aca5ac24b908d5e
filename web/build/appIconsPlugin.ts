import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'

const white = '#ffffff'

interface Picture {
  readonly size: number
  /** How much of it the drawing fills. */
  readonly share: number
  /** Without one it is transparent. */
  readonly ground?: string
  /** The drawing, 32 units wide; the logo by default. */
  readonly drawing?: URL
}

/** What is drawn, by its file name. */
const pictures: Record<string, Picture> = {
  'favicon.png': { size: 96, share: 1 },
  'icon-192.png': { size: 192, share: 0.92 },
  'icon-512.png': { size: 512, share: 0.92 },
  // Systems cut their own shape out of it; the inner four fifths are always seen.
  'icon-maskable-512.png': { size: 512, share: 0.62, ground: white },
  'apple-touch-icon.png': { size: 180, share: 0.72, ground: white },
  // Stands beside the notification of a badge.
  'badge-supporter.png': { size: 96, share: 1, drawing: new URL('badge-supporter.svg', import.meta.url) },
}

/** Makes the pictures by which systems show an installed application and its notifications from public/favicon.svg. */
export function appIcons(): Plugin {
  let logo = ''
  return {
    name: 'app-icons',
    configResolved({ publicDir }) {
      logo = join(publicDir, 'favicon.svg')
    },
    async buildStart() {
      if (this.environment.mode !== 'build' || this.environment.config.consumer !== 'client') return
      for (const fileName of Object.keys(pictures))
        this.emitFile({ type: 'asset', fileName, source: await draw(logo, fileName) })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = request.url?.split('?')[0]?.slice(1) ?? ''
        if (!(name in pictures)) return next()
        draw(logo, name).then((picture) => response.setHeader('Content-Type', 'image/png').end(picture), next)
      })
    },
  }
}

async function draw(logo: string, fileName: string): Promise<Buffer> {
  const { size, share, ground, drawing: source = logo } = pictures[fileName] ?? { size: 96, share: 1 }
  const inner = Math.round(size * share)
  // Rendered at the density at which its 32 units become so many pixels.
  const drawing = await sharp(readFileSync(source), { density: (72 * inner) / 32 })
    .resize(inner, inner)
    .png()
    .toBuffer()
  const background = ground ?? { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: drawing, gravity: 'centre' }])
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
}
