import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** The rows of the table of weaknesses: number, class, protection, proof. */
const rows = [...page.matchAll(/^\| (\d+) \| (.+?) \| (.+?) \| (.+) \|$/gm)].map(
  ([, number = '', name = '', , proof = '']) => ({ number: Number(number), name, proof }),
)

/** The proofs in a row: a test file, and what it says there. */
const proofsIn = (text: string) =>
  [...text.matchAll(/`([^`]+)`: “([^”]+)”/g)].map(([, file = '', title = '']) => ({ file, title }))

describe('the table of weaknesses in docs/security.md', () => {
  it('has a row for each of the 36 classes, in order', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 36 }, (_, index) => index + 1))
    for (const { name } of rows) expect(name).toMatch(/\((.*CWE-\d+|no CWE)/)
  })

  it.each(rows)('$number, $name: its proofs exist', ({ proof }) => {
    const proofs = proofsIn(proof)
    expect(proofs.length).toBeGreaterThan(0)
    expect(proof.replaceAll(/`[^`]+`: “[^”]+”(?:, )?/g, '')).toBe('')
    for (const { file, title } of proofs) {
      expect(file).toMatch(/\.test\.(ts|mjs)$/)
      expect(existsSync(join(root, file)), file).toBe(true)
      expect(readFileSync(join(root, file), 'utf8'), file).toContain(title)
    }
  })
})

const asvs = readFileSync(join(root, 'docs/asvs.md'), 'utf8')

it('every file that docs/security.md and docs/asvs.md name exists', () => {
  const named = [
    ...`${page}${asvs}`.matchAll(/`((?:server|web|tests|scripts|contract)\/[^`]+\.(?:tsx?|mjs))`/g),
  ]
  expect(named.length).toBeGreaterThan(100)
  expect(named.map(([, file = '']) => file).filter((file) => !existsSync(join(root, file)))).toEqual([])
})

describe('docs/asvs.md', () => {
  /** The numbers of `6.5.1–6.5.5, 6.6.1`. */
  const numbersIn = (text: string): string[] =>
    text.split(', ').flatMap((part) => {
      const [, section, first, last] = /^(\d+\.\d+)\.(\d+)–\d+\.\d+\.(\d+)$/.exec(part) ?? []
      if (section === undefined) return [part]
      return Array.from(
        { length: Number(last) - Number(first) + 1 },
        (_, n) => `${section}.${Number(first) + n}`,
      )
    })
  const requirements = [
    ...asvs.matchAll(/^\| (\d[\d., –]+) \| ([12]) \| [^|]+ \| ([^|]+) \| ([^|]*)\|$/gm),
  ].flatMap(([, numbers = '', level, met = '', why = '']) =>
    numbersIn(numbers).map((number) => ({ number, level, met, why: why.trim() })),
  )

  it('has each requirement of levels 1 and 2 once, and says why one is not met', () => {
    expect(new Set(requirements.map(({ number }) => number)).size).toBe(requirements.length)
    expect(requirements.filter(({ level }) => level === '1')).toHaveLength(70)
    expect(requirements.filter(({ level }) => level === '2')).toHaveLength(183)
    const unexplained = requirements.filter(({ met, why }) => !/^(yes|n\/a)$/.test(met) && why === '')
    expect(unexplained).toEqual([])
  })

  it('counts them as its table does', () => {
    const count = (state: string) => requirements.filter(({ met }) => met === state).length
    expect(asvs).toContain(
      `and 2, ${count('yes')} are met, ${count('**in part**')} in part, ${count('**no**')} are not, and ${count('n/a')} are about`,
    )
  })
})
