import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { isolated } from './isolated.tsx'

const shown = (text: string) => renderToString(<p dir="auto">{isolated(text)}</p>).replaceAll('<!-- -->', '')

describe('a text with letters from right to left', () => {
  it.each([
    ['@bert תודה!', '<bdi>@bert</bdi> תודה!'],
    ['/birding שלום', '<bdi>/birding</bdi> שלום'],
    ['https://a.example/x?y=1 عنوان', '<bdi>https://a.example/x?y=1</bdi> عنوان'],
    ['www.a.example عنوان', '<bdi>www.a.example</bdi> عنوان'],
    ['a.example/x עברית', '<bdi>a.example/x</bdi> עברית'],
    ['bert@mail.a.example שלום', '<bdi>bert@mail.a.example</bdi> שלום'],
    ['2024: שנה', '2024: שנה'],
    ['שלום @bert ו-@wren', 'שלום <bdi>@bert</bdi> ו-<bdi>@wren</bdi>'],
    ['Hello שלום', 'Hello שלום'],
  ])('%s begins with what is not a name or address', (text, html) => {
    expect(shown(text)).toBe(`<p dir="auto">${html}</p>`)
  })

  it.each(['@bert hello', 'a.example', '', '@bert'])('is none: %j stays as it is', (text) => {
    expect(shown(text)).toBe(`<p dir="auto">${text}</p>`)
  })
})

it('all texts of members that have their own direction are isolated so', () => {
  const root = join(import.meta.dirname, '../..')
  const alone =
    /<(?!pre|textarea|input)\w+\b[^<>]*?\bdir="auto"[^<>]*>\s*\{([^{}<>]+)\}\s*<\/|<bdi>\{([^{}<>]+)\}<\/bdi>/g
  const wrong = (readdirSync(root, { recursive: true }) as string[])
    .filter((file) => file.endsWith('.tsx') && !/\.test\.tsx$|isolated\.tsx$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(alone)].map(([, inner, other]) => ({
        file,
        shows: (inner ?? other ?? '').trim(),
      })),
    )
    .filter(({ shows }) => !/^isolated\(|^t\(/.test(shows))
  expect(wrong).toEqual([])
})
