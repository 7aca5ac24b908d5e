/** What somebody typed after sending a search: the page with its results mounts another field, which goes on with it. */
let sent: { readonly q: string; typed: string | null } | null = null

/** Call it when a search is sent. */
export function searchSent(q: string): void {
  sent = { q, typed: null }
}

/** Call it with every change of a search field. */
export function typedOn(text: string): void {
  if (sent) sent.typed = text
}

/** @returns what was typed since this search was sent, or null. It is returned once. */
export function takeTypedOn(q: string): string | null {
  const typed = sent?.q === q ? sent.typed : null
  sent = null
  return typed
}
