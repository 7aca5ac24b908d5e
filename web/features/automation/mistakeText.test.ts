import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mistakes } from './mistakeText.ts'

it('has texts for messages that the server has', () => {
  const sources = ['definition.ts', 'rules.ts']
    .map((file) =>
      readFileSync(new URL(`../../../server/features/automation/${file}`, import.meta.url), 'utf8'),
    )
    .join('\n')
  expect([...mistakes.keys()].filter((message) => !sources.includes(`'${message}'`))).toEqual([])
})
