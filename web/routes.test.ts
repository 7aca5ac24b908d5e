import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { otherPaths } from './otherPaths.ts'
import { otherRoute } from './otherRoutes.ts'
import { findRoute } from './router/route.ts'
import { routes } from './routes.ts'

describe('the route table', () => {
  it.each([
    ['/', './pages/home/HomePage.tsx', {}],
    ['/all', './pages/home/HomePage.tsx', {}],
    ['/subscriptions', './pages/home/HomePage.tsx', {}],
    ['/login', './pages/login/LoginPage.tsx', {}],
    ['/communities', './pages/communities/CommunitiesPage.tsx', {}],
    ['/moss', './pages/community/CommunityPage.tsx', { communityName: 'moss' }],
    ['/newest', './pages/community/CommunityPage.tsx', { communityName: 'newest' }],
    ['/moss/post/abcd1234', './pages/post/PostPage.tsx', { communityName: 'moss', publicId: 'abcd1234' }],
    ['/@rowan', './pages/profile/ProfilePage.tsx', { username: 'rowan' }],
    ['/admin/new-community-requests', './pages/admin/AdminPage.tsx', { screen: 'new-community-requests' }],
  ])('[CORE-2-003] %s leads to %s', async (path, page, params) => {
    const found = await findRoute(routes, path)
    expect(found?.route.page).toBe(page)
    expect(found?.params).toEqual(params)
  })

  it('leads to every one of its pages', async () => {
    for (const pattern of otherPaths) {
      const path = pattern.replace(/[:*](\w+)/g, 'moss')
      expect((await findRoute(routes, path))?.route.page, path).toBe(otherRoute(pattern).page)
    }
    for (const { pattern, getRoute } of routes) {
      const path = pattern.replace(/[:*](\w+)/g, 'moss')
      expect((await findRoute(routes, path))?.route.page, path).toBe((await getRoute()).page)
    }
  })

  it.each(['/@rowan/moss', '/a/b/c/d/e', '/a-b', '/%61', '/all/'])('%s leads nowhere', async (path) => {
    expect(await findRoute(routes, path)).toBeNull()
  })
})

it('no page uses query parameters that its route does not name', async () => {
  const known = new Set(
    (await Promise.all(routes.map(async ({ getRoute }) => getRoute()))).flatMap((one) => one.queryKeys),
  )
  const read = ['pages', 'features', 'shell', 'data'].flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => readFileSync(join(import.meta.dirname, folder, file), 'utf8'))
      .flatMap((source) => [...source.matchAll(/(?:search|query|\.search\))\.(?:get|has)\('(\w+)'\)/g)])
      .map(([, key]) => key),
  )
  expect(read).toContain('moderator')
  expect(read.filter((key) => key === undefined || !known.has(key))).toEqual([])
})
