import type { Page } from '@playwright/test'
import type { Member } from './site.ts'

export interface ListFacts {
  readonly id: number
  readonly name: string
}

export const makeList = async (owner: Member, name: string, isPublic = false): Promise<ListFacts> => {
  const lists = await owner.post<ListFacts[]>(`/api/users/${owner.username}/lists`, {
    name,
    public: isPublic,
  })
  const made = lists.find((list) => list.name === name)
  if (!made) throw new Error(`${name} was not made.`)
  return made
}

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
export const leftColumn = (page: Page) => page.getByRole('navigation', { name: 'My lists' })
export const savedItems = (page: Page) => page.getByRole('main').getByRole('article')
