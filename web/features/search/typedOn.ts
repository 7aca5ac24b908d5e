/** A search that was just sent, and the text of its field since: the page with its results mounts another field, which goes on with it. */
let sent: { readonly q: string; text: string } | null = null

/** Call it when a search is sent. */
export function searchSent(q: string): void {
  sent = { q, text: q }
}

/** Call it with every change of a search field. */
export function typedOn(text: string): void {
  if (sent) sent.text = text
}

/** @returns the text of the field that this search was just sent from, or null if it came otherwise. It is returned once. */
export function takeTypedOn(q: string): string | null {
  const text = sent?.q === q ? sent.text : null
  sent = null
  return text
}
