import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const web = join(import.meta.dirname, '../web')

/** What these close has nothing to try again: another admin has denied the request. */
const exceptions = ['pages/admin/CommunityRequests.tsx']

/** The code from an index to the end of its block, argument or property. */
function partAt(code: string, from: number): string {
  let depth = 0
  for (let at = from; at < code.length; at++) {
    const char = code.charAt(at)
    if ('([{'.includes(char)) depth++
    if (')]}'.includes(char)) depth--
    if (depth < 0 || (char === ',' && depth === 0)) return code.slice(from, at)
  }
  return code.slice(from)
}

/** What runs when a request has failed, or whether it has failed or not. */
const afterFailures = (code: string): string[] =>
  [
    ...code.matchAll(
      /\bcatch (?:\(\w+\) )?\{|\bfinally \{|\.(?:catch|finally)\(|\bon(?:Error|Settled)(?::|(?=\())/g,
    ),
  ].map(({ 0: begin, index }) => partAt(code, index + begin.length))

const closes = (code: string): boolean => /\bonClose\b|\.close\b|\bclose\(/.test(code)

it.each([
  ['try { await save() } catch (error) { onClose(); notify(error) }', true],
  ['save.mutate(text, { onError: notify, onSettled: question.close })', true],
  ['save.mutate(text, { onError(error) { question.close() } })', true],
  ['save().finally(onClose)', true],
  ['save.mutate(text, { onError: notify, onSuccess: onClose })', false],
  ['try { await save(); onClose() } catch (error) { notify(error) }', false],
])('a closing after a failure is found: %s', (code, isFound) => {
  expect(afterFailures(code).some(closes)).toBe(isFound)
})

it('no dialog closes, with what was typed in it, because its request failed', () => {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.tsx'))
  const closing = files.filter((file) => afterFailures(readFileSync(join(web, file), 'utf8')).some(closes))
  expect(closing).toEqual(exceptions)
})
