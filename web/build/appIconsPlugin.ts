import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'

const white = '#ffffff'

interface Picture {
  readonly size: number
  /** The share of the picture that the icon fills, from 0 to 1. */
  readonly share: number
  /** Transparent by default. */
  readonly ground?: string
  /** An SVG 32 units wide; the logo by default. */
  readonly drawing?: URL
}

/** The pictures, by file name. */
const pictures: Record<string, Picture> = {
  'favicon.png': { size: 96, share: 1 },
  'icon-192.png': { size: 192, share: 0.92 },
  'icon-512.png': { size: 512, share: 0.92 },
  // Maskable: systems crop it to their own shape, and always show the inner four fifths.
  'icon-maskable-512.png': { size: 512, share: 0.62, ground: white },
  'apple-touch-icon.png': { size: 180, share: 0.72, ground: white },
  // The icon of the notification about a badge.
  'badge-supporter.png': { size: 96, share: 1, drawing: new URL('badge-supporter.svg', import.meta.url) },
}

/** Renders the icons of the installed application and its notifications from public/favicon.svg. */
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
  // The density at which its 32 units become this many pixels.
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
