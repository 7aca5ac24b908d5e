/** What the people of a forum have in common, in the words of a choice. */
export const groupKindLabels = {
  town: 'Town or neighbourhood',
  club: 'Club',
  school: 'School or university',
  project: 'Project or software',
  open: 'Open forum',
} as const

export type GroupKind = keyof typeof groupKindLabels
