import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadAssets } from './assets.ts'

const folder = mkdtempSync(join(tmpdir(), 'assets-'))
mkdirSync(join(folder, '.vite'))
writeFileSync(
  join(folder, '.vite/manifest.json'),
  JSON.stringify({
    'web/entry-browser.tsx': { file: 'assets/entry.js', css: ['assets/entry.css'], imports: ['_shared.js'] },
    'web/pages/home/HomePage.tsx': {
      file: 'assets/home.js',
      css: ['assets/home.css', 'assets/card.css'],
      imports: ['_shared.js', '_card.js', 'web/entry-browser.tsx'],
    },
    '_shared.js': { file: 'assets/shared.js' },
    '_card.js': { file: 'assets/card.js', css: ['assets/card.css'], imports: ['_shared.js'] },
  }),
)
writeFileSync(join(folder, '.vite/languages.json'), JSON.stringify({ de: 'assets/de-1' }))
afterAll(() => rmSync(folder, { recursive: true }))

it('a page needs its own files and all their imports, each once, with its own styles last', () => {
  expect(loadAssets(folder)('web/pages/home/HomePage.tsx', 'en')).toEqual({
    entry: '/assets/entry.js',
    preloads: ['/assets/shared.js', '/assets/home.js', '/assets/card.js'],
    styles: ['/assets/entry.css', '/assets/card.css', '/assets/home.css'],
  })
})

it('a page in another language has scripts with its texts', () => {
  expect(loadAssets(folder)(null, 'de')).toEqual({
    entry: '/assets/de-1/entry.js',
    preloads: ['/assets/de-1/shared.js'],
    styles: ['/assets/entry.css'],
  })
})

it('a page without a source file needs only the files of the entry', () => {
  expect(loadAssets(folder)(null, 'en')).toEqual({
    entry: '/assets/entry.js',
    preloads: ['/assets/shared.js'],
    styles: ['/assets/entry.css'],
  })
})
