/** What the people of a forum have in common. */
export const groupKinds = ['town', 'club', 'school', 'project', 'open'] as const

export type GroupKind = (typeof groupKinds)[number]
