export interface TitlePart {
  readonly text: string
  readonly isBold: boolean
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Parses the title of a notification, which the server writes as HTML: text in which parts are bold. Any
 * other markup stays text.
 */
export function parseTitle(html: string): readonly TitlePart[] {
  let isBold = false
  const parts: TitlePart[] = []
  for (const piece of html.split(/(<\/?b>)/)) {
    if (piece === '<b>') isBold = true
    else if (piece === '</b>') isBold = false
    else if (piece !== '') parts.push({ text: withoutEntities(piece), isBold })
  }
  return parts
}

const withoutEntities = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|(\w+));/g, (entity, code: string | undefined, name: string | undefined) => {
    if (code === undefined) return named[name ?? ''] ?? entity
    return Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : entity
  })
