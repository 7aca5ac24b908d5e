/** The oldest that works, as `engines` in package.json says. */
const needed = [20, 19] as const
/** The oldest major version that still gets security fixes. */
const recommended = 22

/** What an operator should know about a version of Node.js; null if it is new enough. */
export function nodeAdvice(version: string): { isTooOld: boolean; text: string; fix: string } | null {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < needed[0] || (major === needed[0] && minor < needed[1]))
    return {
      isTooOld: true,
      text: `${version} is too old`,
      fix: `Install Node.js ${recommended} or newer.`,
    }
  if (major < recommended)
    return {
      isTooOld: false,
      text: `${version} works, but gets no security fixes any more`,
      fix: `Install Node.js ${recommended} or newer.`,
    }
  return null
}
