/**
 * The Markdown link for a URL that is pasted over selected text.
 *
 * @returns null for an ordinary paste: nothing is selected, the pasted text is not a single URL, or the selection is
 * itself a URL that should be replaced.
 */
export function linkSelection(selected: string, pasted: string): string | null {
  const url = pasted.trim()
  if (!selected.trim() || !isWebUrl(url) || isWebUrl(selected.trim())) return null
  // Brackets and spaces would end the link too early.
  const target = /[()\s<>]/.test(url) ? `<${url.replace(/[<>\s]/g, encodeURIComponent)}>` : url
  return `[${selected}](${target})`
}

/** Whether a text consists of a single http or https URL. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
}
