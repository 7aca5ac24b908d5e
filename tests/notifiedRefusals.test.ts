import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { endpoints } from '../contract/endpoints/index.ts'
import { type ErrorName, errors } from '../contract/errors.ts'
import { errorText } from '../contract/errorTexts.ts'

const web = join(import.meta.dirname, '../web')

const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(web, file), 'utf8') }))

/** The calls of the API that are named in the functions which a file imports from `web/data`. */
function callsOf({ file, text }: { file: string; text: string }): string[] {
  const imports = [...text.matchAll(/import \{([^}]*)\} from '([^']*\/data\/[^']*)'/g)]
  return imports.flatMap(([, names = '', from = '']) => {
    const parts = readFileSync(join(web, dirname(file), from), 'utf8').split(/^export (?:function|const) /m)
    return names
      .split(',')
      .flatMap((name) => parts.filter((part) => /^\w+/.exec(part)?.[0] === name.trim()))
      .flatMap((part) => [...part.matchAll(/'(\w+)'/g)].map(([, call = '']) => call))
      .filter((call) => Object.hasOwn(endpoints, call))
  })
}

const refusalsOf = (call: string): readonly ErrorName[] => endpoints[call as keyof typeof endpoints].errors

const usersOf = (hook: string) => sources.filter(({ text }) => text.includes(`${hook}(`))

describe('failures of what needs a role', () => {
  const roles: readonly ErrorName[] = ['notModerator', 'notModeratorNorAdmin', 'neitherAdminNorModerator']

  it('are not shown as "Something went wrong"', () => {
    const general = usersOf('useNotifyFailure')
      // Their forms show why a post was refused.
      .filter(({ file }) => !file.startsWith('pages/new/'))
      .flatMap((source) => callsOf(source).map((call) => ({ file: source.file, call })))
      .filter(({ call }) => refusalsOf(call).some((name) => roles.includes(name)))
    expect(general).toEqual([])
  })

  it('have texts in the language of the page', () => {
    const calls = new Set(usersOf('useNotifyActionFailure').flatMap(callsOf))
    expect(calls).toContain('decideHeldItems')
    const refusals = new Set([...calls].flatMap(refusalsOf))
    const withoutText = [...refusals].filter(
      (name) => errors[name].status === 403 && errorText(errors[name].message) === null,
    )
    expect(withoutText).toEqual([])
  })
})
