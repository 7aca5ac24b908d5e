import type { List } from '../../../contract/entities/list.ts'

export const pathOfLists = (username: string): string => `/@${username}/lists`

export const pathOfList = ({ username, name }: Pick<List, 'username' | 'name'>): string =>
  `${pathOfLists(username)}/${name}`
