/** Number of the default avatars' fixed colours, `--avatar-1` to `--avatar-8` in tokens.css. */
export const avatarColors = 8

/** Which of the fixed colours, 1 to 8, stands behind the first letter of a name. Upper and lower case agree. */
export function avatarColor(name: string): number {
  const firstLetter = name.toLowerCase().codePointAt(0) ?? 0
  return (firstLetter % avatarColors) + 1
}
