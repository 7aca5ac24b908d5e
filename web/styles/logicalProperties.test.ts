import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const web = join(import.meta.dirname, '..')

interface Declaration {
  readonly selector: string
  readonly property: string
  readonly value: string
}

function declarationsIn(css: string): Declaration[] {
  const open: string[] = []
  return [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g)].flatMap(
    ([, text = '', end]) => {
      if (end === '{') open.push(text.trim().replace(/\s+/g, ' '))
      const [, property, value] = /^\s*([\w-]+)\s*:\s*([\s\S]+?)\s*$/.exec(end === '{' ? '' : text) ?? []
      const selector = open.at(-1) ?? ''
      if (end === '}') open.pop()
      return property && value ? [{ selector, property, value }] : []
    },
  )
}

/** The parts of a value, such as the four of a margin. */
const partsOf = (value: string) => value.match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? []

/** Whether the left and the right side differ in a value for four sides. */
function hasUnequalSides(property: string, value: string): boolean {
  if (/^border.*-radius$/.test(property)) {
    const [topLeft, topRight = topLeft, bottomRight = topLeft, bottomLeft = topRight] = partsOf(value)
    return topLeft !== topRight || bottomLeft !== bottomRight
  }
  const sides = property === 'clip-path' ? (/^inset\((.*)\)$/.exec(value)?.[1] ?? '') : value
  const [, right, , left = right] = partsOf(sides)
  return right !== left
}

const fourSides =
  /^((scroll-)?(margin|padding)|inset|border-(width|style|color)|border-radius|clip-path|border-image-(slice|width))$/

/** Whether something moves to the left or to the right, by a length that does not follow the direction of lines. */
function movesSideways(property: string, value: string): boolean {
  if (value.includes('var(--end)')) return false
  const sideways =
    property === 'translate' ? partsOf(value)[0] : /translate(?:X|3d)?\(([^,)]+)/.exec(value)?.[1]?.trim()
  return sideways !== undefined && !/^(0|none|initial)/.test(sideways)
}

/** What is wrong with a declaration where lines run to the left, or null. */
function physicalPart({ property, value }: Declaration): string | null {
  if (property.startsWith('--')) return null
  if (/(^|-)(left|right)(-|$)/.test(property)) return 'property'
  if (/(^|[\s,(])(to )?(left|right)($|[\s,)])/.test(value)) return 'value'
  if (/safe-area-inset-left/.test(value) !== /safe-area-inset-right/.test(value)) return 'one edge only'
  if (fourSides.test(property) && hasUnequalSides(property, value)) return 'sides'
  if (movesSideways(property, value)) return 'movement'
  if (/^(box|text)-shadow$/.test(property) && /(^|,)\s*(inset )?-?[1-9]/.test(value)) return 'shadow'
  return null
}

/** A declaration that another one turns around where lines run to the left. */
const isTurned = (it: Declaration, all: readonly Declaration[]) =>
  /\[dir="rtl"\]/.test(it.selector) ||
  all.some(
    ({ selector, property }) =>
      property === it.property && selector === `:global(:root[dir="rtl"]) ${it.selector}`,
  )

/** What is at the left or the right in every language: columns as their author aligned them, and a corner that is turned to point down. */
const meant = new Set(['.md .md-left', '.md .md-right', '.rules summary::after'])

const problemsIn = (css: string): string[] => {
  const all = declarationsIn(css)
  return all
    .filter((it) => !meant.has(it.selector) && !isTurned(it, all))
    .flatMap((it) => {
      const part = physicalPart(it)
      return part === null ? [] : [`${it.selector} { ${it.property}: ${it.value} } (${part})`]
    })
}

const files = (ending: RegExp) =>
  readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => ending.test(file))

it('style sheets name starts and ends of lines, not left and right, so that the interface can be mirrored', () => {
  const sheets = files(/\.css$/)
  expect(sheets.length).toBeGreaterThan(150)
  const problems = sheets.flatMap((sheet) =>
    problemsIn(readFileSync(join(web, sheet), 'utf8')).map((problem) => `${sheet}: ${problem}`),
  )
  expect(problems).toEqual([])
})

it('components do not set left or right sides in style attributes', () => {
  const physical =
    /\b(?:(?:margin|padding|border)(?:Left|Right)\w*|(?:left|right): )|(?:textAlign|cssFloat): '(?:left|right)/
  const problems = files(/\.tsx$/).flatMap((file) =>
    [...readFileSync(join(web, file), 'utf8').matchAll(/style=\{\{[^}]*\}/g)].flatMap(([style]) =>
      physical.test(style) ? [`${file}: ${style}`] : [],
    ),
  )
  expect(problems).toEqual([])
})

it('one place says what the arrow keys at the left and the right mean', () => {
  const users = files(/\.tsx?$/).filter(
    (file) => !file.includes('.test.') && /Arrow(Left|Right)/.test(readFileSync(join(web, file), 'utf8')),
  )
  expect(users).toEqual([join('ui', 'direction.ts')])
})

it.each([
  'margin-left: 4px',
  'border-right-color: red',
  'left: 0',
  'border-top-left-radius: 4px',
  'text-align: right',
  'float: left',
  'background: linear-gradient(to right, red, blue)',
  'transform-origin: top left',
  'padding: 1px 2px 3px 4px',
  'inset: 0 0 0 auto',
  'border-radius: 4px 0 0 4px',
  'border-radius: 4px 8px',
  'border-width: 0 2px 2px 0',
  'clip-path: inset(0 1px 0 2px)',
  'translate: 4px',
  'transform: scale(2) translateX(-100%)',
  'transform: translate(4px, 0)',
  'box-shadow: 2px 0 4px red',
  'padding-inline-end: env(safe-area-inset-right)',
])('`%s` is found', (declaration) => {
  expect(problemsIn(`.a { color: red; ${declaration} }`)).toHaveLength(1)
})

it.each([
  'margin-inline-start: 4px',
  'text-align: start',
  'padding: 1px 2px 3px',
  'padding: 1px calc(2px + 3px) 3px calc(2px + 3px)',
  'border-radius: 4px 4px 0 0',
  'translate: 0 -50%',
  'transform: translateY(4px)',
  'translate: calc(4px * var(--end))',
  'box-shadow: inset 0 -1px 0 red',
  'grid-template-columns: var(--col-left) 1fr',
])('`%s` is not', (declaration) => {
  expect(problemsIn(`@media print { .a { ${declaration} } }`)).toEqual([])
})

it('knows what is turned around where lines run to the left', () => {
  const turn = (selector: string) =>
    problemsIn(
      `.a { clip-path: inset(0 1px 0 2px) } :global(:root[dir="rtl"]) ${selector} { clip-path: inset(0 2px 0 1px) }`,
    )
  expect(turn('.a')).toEqual([])
  expect(turn('.b')).toHaveLength(1)
})
