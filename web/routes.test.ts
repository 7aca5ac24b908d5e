import { describe, expect, it } from 'vitest'
import { findRoute, pageModules, routes } from './routes.tsx'

describe('the route table', () => {
  it('names pages that exist', () => {
    for (const { page } of routes) expect(Object.keys(pageModules)).toContain(page)
  })

  it.each([
    ['/', './pages/home/HomePage.tsx', {}],
    ['/all', './pages/home/HomePage.tsx', {}],
    ['/subscriptions', './pages/home/HomePage.tsx', {}],
    ['/login', './pages/login/LoginPage.tsx', {}],
  ])('[CORE-2-003] %s leads to %s', (path, page, params) => {
    const found = findRoute(path)
    expect(found?.route.page).toBe(page)
    expect(found?.params).toEqual(params)
  })

  it.each(['/@rowan/moss', '/a/b/c/d/e', '/a-b', '/%61', '/all/'])('%s leads nowhere', (path) => {
    expect(findRoute(path)).toBeNull()
  })
})
