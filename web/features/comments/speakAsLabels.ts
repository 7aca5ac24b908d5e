/** The labels of the choice of a role. */
export const speakAsLabels = { mods: 'Speak as moderator', admins: 'Speak as admin' } as const
