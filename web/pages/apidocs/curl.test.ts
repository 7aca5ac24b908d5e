import { expect, it } from 'vitest'
import { curlOf } from './curl.ts'

const example = { title: '', as: 'wren', method: 'POST', address: '/api/posts', status: 200 }

it.each([
  ['a guest reads', { as: null, method: 'GET' }, 'curl -s "$FORUM/api/posts"'],
  ['a member reads', { method: 'GET' }, 'curl -s -b cookies.txt "$FORUM/api/posts"'],
  [
    'a member writes',
    { body: { title: "It's spring" } },
    `curl -s -b cookies.txt -H "X-Csrf-Token: $TOKEN" -d '{"title":"It'\\''s spring"}' \\\n  "$FORUM/api/posts"`,
  ],
  [
    'a guest logs in and keeps the session',
    { as: null, body: {} },
    `curl -s -b cookies.txt -c cookies.txt -H "X-Csrf-Token: $TOKEN" -d '{}' \\\n  "$FORUM/api/posts"`,
  ],
  [
    'something is deleted',
    { method: 'DELETE' },
    'curl -s -b cookies.txt -X DELETE -H "X-Csrf-Token: $TOKEN" "$FORUM/api/posts"',
  ],
  [
    'an image is uploaded',
    { file: 'picture.jpg' },
    'curl -s -b cookies.txt -H "X-Csrf-Token: $TOKEN" -F image=@picture.jpg \\\n  "$FORUM/api/posts"',
  ],
])('a command in which %s', (_what, given, command) => {
  expect(curlOf({ ...example, ...given })).toBe(command)
})
