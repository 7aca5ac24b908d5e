import type { List } from '../../contract/entities/list.ts'

export const addressOfLists = (username: string): string => `/@${username}/lists`

export const addressOfList = ({ username, name }: Pick<List, 'username' | 'name'>): string =>
  `${addressOfLists(username)}/${name}`
