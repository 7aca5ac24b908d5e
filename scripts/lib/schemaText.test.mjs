import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './project.mjs'

const schema = readFileSync(join(root, 'server/platform/database/schema.sql'), 'utf8')
/** Each definition with the triggers, constraints and comments around it, by the name of the function. */
const functions = [...schema.matchAll(/^CREATE OR REPLACE FUNCTION (\w+)\(/gm)].map(([, name]) => name)

/** What may call a function: the schema, apart from its definition, the program, and what checks it. */
const callers = [
  schema.replace(/^CREATE OR REPLACE FUNCTION \w+\(|^comment on function .*$/gm, ''),
  ...['server', 'bench'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true })
      .filter((path) => /\.(ts|sql)$/.test(path) && !/\.test\.ts$|migrations|schema\.sql$/.test(path))
      .map((path) => readFileSync(join(root, top, path), 'utf8')),
  ),
].join('\n')

describe('the schema in one file', () => {
  it('has tables, their indexes, constraints and triggers, and functions', () => {
    for (const part of [
      /^create table posts \($/m,
      /^ {2}constraint posts_pkey PRIMARY KEY \(id\)/m,
      /^CREATE UNIQUE INDEX \w+ ON \w+ \(/m,
      /^CREATE TRIGGER /m,
    ])
      expect(schema).toMatch(part)
    expect(functions).toContain('is_forbidden')
  })

  it('has no function that nothing calls', () => {
    expect(functions.filter((name) => !new RegExp(`\\b${name}\\(`).test(callers))).toEqual([])
  })

  it('has no two functions of one name, of which one could be without a caller', () => {
    expect(functions.filter((name, at) => functions.indexOf(name) !== at)).toEqual([])
  })
})
