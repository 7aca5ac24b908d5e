import { readdirSync } from 'node:fs'
import { relative } from 'node:path'
import { normalizePath } from 'vite'

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const digits = `${capitals}abcdefghijklmnopqrstuvwxyz0123456789`

/**
 * Names for the classes of CSS modules: two characters for the style sheet and one or two for the class. Each first page
 * has hundreds of them, in HTML, CSS and JavaScript. They begin with a capital, so that none equals a class of base.css.
 * Two builds of the same files have the same names, as the server and the browser must.
 *
 * @param root the folder of all style sheets.
 */
export function shortNames(root: string): (name: string, file: string, css: string) => string {
  const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.module.css'))
    .map(normalizePath)
    .sort()
  return (name, file, css) => {
    const sheet = sheets.indexOf(normalizePath(relative(root, file)))
    const place = namesIn(css).indexOf(name)
    if (sheet < 0 || place < 0) throw new Error(`The style sheet ${file} has no class ${name}.`)
    const first = capitals[Math.floor(sheet / digits.length)]
    return `${first}${digits[sheet % digits.length]}${place.toString(36)}`
  }
}

/** Classes and animations, in their order. */
const namesIn = (css: string): string[] => [
  ...new Set([...css.matchAll(/(?:\.|@keyframes )([a-z][\w-]*)/gi)].flatMap(([, name = '']) => name)),
]
