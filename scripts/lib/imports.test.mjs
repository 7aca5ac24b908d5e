import { describe, expect, it } from 'vitest'
import { circles, forbiddenImports, importsOf } from './imports.mjs'
import { layers } from './layers.mjs'

const problemsOf = (file, ...imported) => forbiddenImports(layers, new Map([[file, imported]]))

describe('a layer refuses an import against it:', () => {
  it.each([
    ['contract/errors.ts', 'server/config.ts'],
    ['contract/errors.ts', 'web/data/api.ts'],
    ['server/config.ts', 'server/platform/http/text.ts'],
    ['server/platform/http/planted.ts', 'server/core/users/view.ts'],
    ['server/platform/http/planted.ts', 'server/features/voting/vote.ts'],
    ['server/platform/database/planted.ts', 'server/platform/http/server.ts'],
    ['server/core/posts/planted.ts', 'server/features/posting/create.ts'],
    ['server/core/posts/planted.ts', 'server/core/comments/serialize.ts'],
    ['server/core/users/planted.ts', 'server/core/communities/serialize.ts'],
    ['server/features/voting/planted.ts', 'server/features/posting/create.ts'],
    ['server/features/voting/planted.ts', 'server/app.ts'],
    ['server/features/voting/planted.ts', 'server/cli/main.ts'],
    ['server/features/voting/planted.ts', 'web/ui/classNames.ts'],
    ['server/features/voting/planted.ts', 'tests/support/forum.ts'],
    ['server/import/planted.ts', 'server/features/posting/create.ts'],
    ['server/cli/planted.ts', 'server/app.ts'],
    ['server/app.ts', 'web/entry-server.tsx'],
    ['web/device/planted.ts', 'web/data/api.ts'],
    ['web/ui/planted.ts', 'web/data/api.ts'],
    ['web/ui/buttons/planted.tsx', 'web/features/voting/VoteButtons.tsx'],
    ['web/ui/planted.ts', 'web/device/theme.ts'],
    ['web/data/planted.ts', 'web/ui/classNames.ts'],
    ['web/data/planted.ts', 'web/router/navigator.ts'],
    ['web/router/planted.ts', 'web/features/feed/FeedPages.tsx'],
    ['web/router/planted.ts', 'web/routes.tsx'],
    ['web/features/voting/planted.tsx', 'web/features/comments/CommentItem.tsx'],
    ['web/features/voting/planted.tsx', 'web/pages/post/PostPage.tsx'],
    ['web/features/voting/planted.tsx', 'web/shell/Shell.tsx'],
    ['web/shell/planted.tsx', 'web/pages/post/PostPage.tsx'],
    ['web/pages/post/planted.tsx', 'web/pages/home/HomePage.tsx'],
    ['web/pages/post/planted.tsx', 'web/App.tsx'],
    ['web/pages/post/planted.tsx', 'server/config.ts'],
    ['web/worker/planted.ts', 'web/data/api.ts'],
    ['web/App.tsx', 'server/config.ts'],
  ])('%s → %s', (file, imported) => {
    expect(problemsOf(file, imported)).toEqual([expect.stringContaining(`${file} imports ${imported}.`)])
  })

  it('a folder that the list does not know', () => {
    expect(problemsOf('server/helpers/text.ts')).toEqual([
      expect.stringContaining('server/helpers is in no layer'),
    ])
    expect(problemsOf('server/core/helpers/text.ts')).toHaveLength(1)
  })
})

it.each([
  ['contract/errors.ts', 'contract/entities/user.ts'],
  ['server/platform/http/server.ts', 'server/platform/database/connection.ts'],
  ['server/core/comments/serialize.ts', 'server/core/posts/serialize.ts'],
  ['server/features/voting/routes.ts', 'server/features/voting/vote.ts'],
  ['server/features/voting/vote.ts', 'server/core/posts/serialize.ts'],
  ['server/app.ts', 'server/features/voting/routes.ts'],
  ['web/ui/buttons/Button.tsx', 'web/ui/icons/Icon.tsx'],
  ['web/pages/post/PostPage.tsx', 'web/shell/layout/Head.tsx'],
  ['web/routes.tsx', 'web/pages/post/preparePost.ts'],
])('a layer allows what is below it: %s → %s', (file, imported) => {
  expect(problemsOf(file, imported)).toEqual([])
})

describe('the imports of a file', () => {
  const files = ['web/pages/home/HomePage.tsx', 'web/pages/post/PostPage.tsx', 'web/pages/post/PostMenu.tsx']

  it.each([
    ["import { a } from './a.ts'", ['web/a.ts']],
    ["import type { A } from '../contract/a.ts'", ['contract/a.ts']],
    ["import './a.css'", ['web/a.css']],
    ["import text from './a.md?raw'", ['web/a.md']],
    ["export { a } from './a.ts'", ['web/a.ts']],
    ["export * from './a.ts'", ['web/a.ts']],
    ["export type { A } from './a.ts'", ['web/a.ts']],
    ["const a = lazy(() => import('./a.tsx'))", ['web/a.tsx']],
    ["type A = typeof import('./a.tsx')", ['web/a.tsx']],
    ["new Worker(new URL('./a.worker.ts', import.meta.url), {})", ['web/a.worker.ts']],
    [
      "import.meta.glob('./pages/post/*.tsx')",
      ['web/pages/post/PostPage.tsx', 'web/pages/post/PostMenu.tsx'],
    ],
    [
      "import.meta.glob<A<B>>(['./pages/*/*Page.tsx', '!./pages/{home,login}/*'])",
      ['web/pages/post/PostPage.tsx'],
    ],
    ["import { useState } from 'react'", []],
  ])('%s', (code, imported) => {
    expect(importsOf('web/App.tsx', code, files)).toEqual(imported)
  })

  it('are an error for code that cannot be parsed', () => {
    expect(() => importsOf('web/App.tsx', 'import {', files)).toThrow('web/App.tsx cannot be parsed')
  })
})

it('finds files that import each other in a circle', () => {
  const imports = new Map([
    ['top.ts', ['a.ts', 'd.ts']],
    ['a.ts', ['b.ts']],
    ['b.ts', ['c.ts', 'd.ts']],
    ['c.ts', ['a.ts']],
    ['d.ts', ['style.css']],
  ])
  expect(circles(imports)).toEqual(['These 3 files import each other in a circle: a.ts, b.ts, c.ts.'])
  expect(
    circles(
      new Map([
        ['a.ts', ['b.ts']],
        ['b.ts', []],
      ]),
    ),
  ).toEqual([])
})
