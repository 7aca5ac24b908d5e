/** A line to fill in by hand. */
export const blank = '\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_'

/** A text from a setting in one line of Markdown, without any formatting of its own; a blank where it is empty. */
export const plain = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ')
    .replace(/[\\`*_[\]<>|#~!]/g, String.raw`\$&`)
    .trim() || blank

/** A table of Markdown. Cells are one line each. */
export const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

export const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')
