import { join } from 'node:path'
import { check } from 'recheck'
import { expect, it } from 'vitest'
import { expressionsIn } from './support/expressionsIn.ts'

/** Expressions that take more than linear time, by file, with what keeps their texts short. */
const bounded: Record<string, string> = {
  'server/core/sessions/viewer.ts': 'a statement of our own',
  'server/features/links/page.ts': 'the first 1,024 bytes of a page',
  'server/platform/archive/passphrase.ts': '16 or 32 bytes of our own',
  'server/platform/database/processes.ts': 'lines of `ps`',
  'server/platform/http/failures.ts': 'the first 1,000 characters of a line',
  'server/platform/log.ts': 'the first 1,000 characters of a message',
  'server/platform/markdown/codeColors.ts':
    'HTML of the highlighter, where every tag is closed; code of bounded length',
  'server/platform/markdown/excerpt.ts': 'ten times the length of an excerpt',
  'server/platform/markdown/page.ts': 'pages of the operator',
  'web/features/communities/aboutText.ts': 'the first 880 characters',
  'web/pages/apidocs/ApiDocsPage.tsx': 'a text of our own',
  'web/pages/modlog/wordings.ts': 'a network address',
  'web/ui/text/plainText.ts': 'four times the length of an excerpt',
}

/** What only the build or the browser of the person who wrote the text runs. */
const notOnServer = [
  'web/build/',
  'web/ui/markdown/markdownTools.ts',
  'web/ui/markdown/pasteRichText.ts',
  'web/ui/markdown/richText.ts',
]

const timeout = 600_000

// The check simulates each expression, which takes minutes for all of them.
it('every regular expression takes linear time, or gets short texts', {
  tags: ['long'],
  timeout,
}, async () => {
  const written = expressionsIn(join(import.meta.dirname, '..'), ['contract', 'server', 'web']).filter(
    ({ file }) => !notOnServer.some((start) => file.startsWith(start)),
  )
  expect(written.length).toBeGreaterThan(200)
  const slow = new Map<string, string[]>()
  for (const { file, pattern, flags } of written) {
    const { status } = await check(pattern, flags)
    if (status !== 'safe') slow.set(file, [...(slow.get(file) ?? []), `/${pattern}/${flags}: ${status}`])
  }
  expect([...slow].filter(([file]) => !(file in bounded))).toEqual([])
  expect(Object.keys(bounded).filter((file) => !slow.has(file))).toEqual([])
})
