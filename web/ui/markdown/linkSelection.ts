/**
 * The markdown link that pasting an address over selected text makes.
 *
 * @returns null where the paste is an ordinary one: nothing is selected, what is pasted is not one web address, or
 *   the selection is itself an address and is meant to be replaced.
 */
export function linkSelection(selected: string, pasted: string): string | null {
  const url = pasted.trim()
  if (!selected.trim() || !isWebUrl(url) || isWebUrl(selected.trim())) return null
  // Brackets and spaces would end the link too early.
  const target = /[()\s<>]/.test(url) ? `<${url.replace(/[<>\s]/g, encodeURIComponent)}>` : url
  return `[${selected}](${target})`
}

/** Whether a text is one address of the web and nothing else. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
}
