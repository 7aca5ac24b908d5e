import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import pg from 'pg'
import { afterAll } from 'vitest'

/**
 * With STATEMENTS_FOLDER, notes the text of each statement that tests send, one per line as JSON, for
 * scripts/prepare-on-older.mjs.
 */
const folder = process.env.STATEMENTS_FOLDER
/** Shared by all test files of a thread. */
const recorded: { all: Set<string>; unsaved: string[] } = recordedOfThread()

function recordedOfThread() {
  const shared = globalThis as { recordedStatements?: typeof recorded }
  if (shared.recordedStatements) return shared.recordedStatements
  shared.recordedStatements = { all: new Set(), unsaved: [] }
  if (folder) record(shared.recordedStatements)
  return shared.recordedStatements
}

function record({ all, unsaved }: typeof recorded): void {
  const prototype = pg.Client.prototype as { query: (...args: unknown[]) => unknown }
  const { query } = prototype
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text?: string }]
    const text = typeof first === 'string' ? first : first?.text
    if (text && !all.has(text)) {
      all.add(text)
      unsaved.push(text)
    }
    return query.apply(this, args)
  }
}

if (folder)
  afterAll(() => {
    const lines = recorded.unsaved.splice(0).map((text) => `${JSON.stringify(text)}\n`)
    appendFileSync(join(folder, `${threadId}.jsonl`), lines.join(''))
  })
