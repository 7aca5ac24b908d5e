const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML and XML, as content or as the value of an attribute in either kind of quotes. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** JSON for a script element, where only `<` can do harm. It stays the same JSON. */
export const scriptSafe = (json: string): string => json.replaceAll('<', '\\u003c')
