import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { scripts, engines } = JSON.parse(read('package.json'))

interface Job {
  readonly strategy?: { readonly matrix: { readonly node: readonly number[] } }
  readonly steps: readonly { readonly run?: string }[]
}

it('the workflow calls scripts that exist, on the oldest supported Node, too', () => {
  const { jobs } = parse(read('.github/workflows/checks.yml')) as { jobs: Record<string, Job> }
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
  const called = commands.flatMap((command) => /^npm (?:run )?(?!ci$)([\w:-]+)/.exec(command)?.[1] ?? [])
  expect(called).toContain('test')
  expect(called.filter((script) => !(script in scripts))).toEqual([])
  const oldest = Number(/\d+/.exec(engines.node)?.[0])
  for (const { strategy } of Object.values(jobs)) if (strategy) expect(strategy.matrix.node).toContain(oldest)
})

it.each(readdirSync(join(root, '.github/ISSUE_TEMPLATE')))(
  'the form for issues %s has what forges need',
  (file) => {
    const form = parse(read(`.github/ISSUE_TEMPLATE/${file}`))
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) })
    for (const { type, id, attributes } of form.body)
      expect([type, type === 'markdown' ? attributes.value : id && attributes.label]).toEqual([
        expect.stringMatching(/^(?:markdown|textarea|input)$/),
        expect.any(String),
      ])
  },
)

it('editors indent and wrap as the formatter does', () => {
  const { formatter } = JSON.parse(read('biome.json'))
  const rules = read('.editorconfig')
  expect(rules).toContain(`indent_style = ${formatter.indentStyle}\nindent_size = ${formatter.indentWidth}\n`)
  expect(rules).toContain(`max_line_length = ${formatter.lineWidth}\n`)
})

it('the rules for updates are JSON, and name packages that there are', () => {
  const { packageRules } = JSON.parse(read('renovate.json'))
  const packages = Object.keys(JSON.parse(read('package-lock.json')).packages)
  for (const { matchPackageNames } of packageRules)
    for (const pattern of matchPackageNames)
      expect(packages.some((path) => path.startsWith(`node_modules/${pattern.replace('**', '')}`))).toBe(true)
})
