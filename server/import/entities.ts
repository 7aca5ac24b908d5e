const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/**
 * Decodes the three characters that dumps of the source escape in every text, once: `&amp;lt;` is a text in which someone wrote
 * `&lt;`, and `&amp;#x200B;` one in which an editor wrote `&#x200B;`, which Markdown decodes.
 */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity)

/** The same in SQL. @param text an expression. */
export const decodedSql = (text: string): string =>
  `replace(replace(replace(${text}, '&lt;', '<'), '&gt;', '>'), '&amp;', '&')`
