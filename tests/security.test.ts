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

it('every test that docs/security.md names exists', () => {
  const named = [...page.matchAll(/`([^`]+\.test\.(?:ts|mjs))`/g)].map(([, file = '']) => file)
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
