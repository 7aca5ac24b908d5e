/**
 * The section of the changelog that is about a version, without its heading.
 *
 * @param {string} changelog
 * @param {string} version
 * @returns {{ notes: string, date: string | null } | null} `date` is null for the section "Unreleased", which stands for a version without
 *   one; null if there is neither.
 */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^(?=## )/m)
  const bodyOf = (section) => section.slice(section.indexOf('\n')).trim()
  for (const section of sections) {
    const date = section.startsWith(`## ${version} – `) && /^\S+ \S+ – (\d{4}-\d\d-\d\d)$/m.exec(section)?.[1]
    if (date) return { notes: bodyOf(section), date }
  }
  const unreleased = sections.find((section) => /^## Unreleased$/m.test(section))
  return unreleased && bodyOf(unreleased) ? { notes: bodyOf(unreleased), date: null } : null
}
