import { expect, it } from 'vitest'
import { isNewer, versionIn } from './versionIn.ts'

const atom = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title>Release notes</title>
  <entry><title>A bridge to the next one</title><link rel="alternate" href="https://forge.example/f/releases/tag/v2.1.0-rc.1"/></entry>
  <entry><title>Faster search</title><link rel="alternate" href="https://forge.example/f/releases/tag/v1.10.0"/></entry>
  <entry><title>Fixed 1.9.9</title><link rel="alternate" href="https://forge.example/f/releases/tag/v1.9.9"/></entry>
</feed>`

const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>Folkmoot 9.9.9</title>
  <item><title>Folkmoot 1.2.3: faster search</title><link>https://forge.example/news/17</link></item>
  <item><title>Folkmoot 1.3.0-beta</title><link>https://forge.example/news/18</link></item>
</channel></rss>`

const jsonFeed = JSON.stringify({
  version: 'https://jsonfeed.org/version/1.1',
  items: [{ url: 'https://forge.example/tag/v3.0.1', title: 'Small things' }, { title: 'v3.0.2' }, null],
})

it.each([
  ['1.2.3', '1.2.3'],
  [' v0.10.0\n', '0.10.0'],
  ['{"version":"2.0.1"}', '2.0.1'],
  ['{"tag_name":"v2.0.1","draft":false}', '2.0.1'],
  ['{"tag_name":"nightly"}', null],
  ['{"version":', null],
  ['<p>1.2.3</p>', null],
  ['', null],
  [
    '[{"tag_name":"v3.0.0","prerelease":true},{"tag_name":"v2.0.1"},{"tag_name":"v2.0.2","draft":false}]',
    '2.0.2',
  ],
  ['[]', null],
  ['null', null],
  [atom, '1.10.0'],
  [rss, '1.2.3'],
  [jsonFeed, '3.0.2'],
])('the answer %j names the version %j', (text, version) => {
  expect(versionIn(text)).toBe(version)
})

it.each([
  ['0.10.0', '0.9.9', true],
  ['1.0.0', '0.99.0', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.1.1', false],
])('%s is newer than %s: %s', (one, other, is) => {
  expect(isNewer(one, other)).toBe(is)
})
