/** Number of the default avatars' fixed colours, `--avatar-1` to `--avatar-8` in tokens.css. */
export const avatarColors = 8

/** By how many names begin with them, so that those which meet most often have colours of their own. */
const initials = 'acbpmsdtghrfilwenokyvuqjxz'

/** The fixed colour, 1 to 8, of a name's default avatar, which its initial decides, regardless of case. */
export function avatarColor(name: string): number {
  const [initial = 'a'] = name.toLowerCase()
  const rank = initials.indexOf(initial)
  return ((rank < 0 ? (initial.codePointAt(0) ?? 0) : rank) % avatarColors) + 1
}
