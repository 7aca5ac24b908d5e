import { describe, expect, it } from 'vitest'
import { otherModules, otherRoutes } from './otherRoutes.ts'
import { findRoute, readingRoutes } from './routes.tsx'

describe('the route table', () => {
  it('names pages that exist', () => {
    for (const { page } of otherRoutes) expect(Object.keys(otherModules)).toContain(page)
  })

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
  ])('[CORE-2-003] %s leads to %s', async (path, page, params) => {
    const found = await findRoute(path)
    expect(found?.route.page).toBe(page)
    expect(found?.params).toEqual(params)
  })

  it('leads to every one of its pages', async () => {
    const names: Record<string, string> = { screen: 'users', path: 'rules' }
    for (const { expression, page } of [...readingRoutes, ...otherRoutes]) {
      const path = expression.source
        .replace(/^\^|\$$/g, '')
        .replace(/\(\?:(.*)\)\?$/, '')
        .replace(/\(\?<(\w+)>[^)]*\)/g, (_whole, name) => names[name] ?? 'moss')
        .replaceAll('\\/', '/')
      expect((await findRoute(path))?.route.page, path).toBe(page)
    }
  })

  it.each(['/@rowan/moss', '/a/b/c/d/e', '/a-b', '/%61', '/all/'])('%s leads nowhere', async (path) => {
    expect(await findRoute(path)).toBeNull()
  })
})
