/** Number of the default avatars' fixed colours, `--avatar-1` to `--avatar-8` in tokens.css. */
export const avatarColors = 8

/** The fixed colour, 1 to 8, of a name's default avatar, regardless of case. */
export function avatarColor(name: string): number {
  const firstLetter = name.toLowerCase().codePointAt(0) ?? 0
  return (firstLetter % avatarColors) + 1
}
