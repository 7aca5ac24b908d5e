import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { lucideIcons, ownIcons } from '../ui/icons/names.ts'

const moduleName = 'virtual:icon-sprite'
const resolvedName = `\0${moduleName}`
const icons = dirname(createRequire(import.meta.url).resolve('lucide-static/icons/house.svg'))

/**
 * Provides the module `virtual:icon-sprite`, whose default export is the URL of one SVG file with every icon of
 * names.ts as a symbol. The URL contains a hash of the content, so the browser build, the server build and the
 * development server get the same one independently, and it can be cached permanently.
 */
export function iconSprite(): Plugin {
  const sprite = buildSprite()
  const fileName = `assets/sprite-${createHash('sha256').update(sprite).digest('base64url').slice(0, 8)}.svg`
  let base = '/'
  return {
    name: 'icon-sprite',
    configResolved(config) {
      base = config.base
    },
    resolveId: (id) => (id === moduleName ? resolvedName : undefined),
    load: (id) => (id === resolvedName ? `export default ${JSON.stringify(base + fileName)}` : undefined),
    buildStart() {
      if (this.environment.mode === 'build' && this.environment.config.consumer === 'client')
        // The original, so that the list of licences includes the package of the icons.
        this.emitFile({ type: 'asset', fileName, originalFileName: join(icons, 'house.svg'), source: sprite })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url !== base + fileName) return next()
        response.setHeader('Content-Type', 'image/svg+xml')
        response.end(sprite)
      })
    },
  }
}

/**
 * The sprite as SVG text: one `<symbol id="name">` per icon, without presentation attributes; `.icon` in base.css has
 * those.
 */
export function buildSprite(): string {
  const lucideSymbols = Object.entries(lucideIcons).map(([name, file]): [string, string] => {
    const svg = readFileSync(join(icons, `${file}.svg`), 'utf8')
    const inside = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'))
    return [name, inside.replace(/\s*\n\s*/g, '')]
  })
  const symbols = [...lucideSymbols, ...Object.entries(ownIcons)].map(
    ([name, inside]) => `<symbol id="${name}" viewBox="0 0 24 24">${inside}</symbol>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
}
