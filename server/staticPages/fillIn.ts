import type { Config } from '../config.ts'
import { isKeyOf } from '../http/route.ts'

/** What is known of the site; of the communities about the site itself those that are there, by their own names. */
type Facts = Pick<Config, 'siteName' | 'siteUrl' | 'contactEmail' | 'sourceUrl'> & {
  readonly communities: readonly string[]
}

/** What the texts may name in double braces; as Markdown, and empty where the site has nothing to say. */
const variables = {
  siteName: ({ siteName }: Facts) => literal(siteName),
  siteUrl: ({ siteUrl }: Facts) => literal(siteUrl?.origin ?? ''),
  contactEmail: ({ contactEmail }: Facts) => literal(contactEmail),
  sourceUrl: ({ sourceUrl }: Facts) => literal(sourceUrl?.href ?? ''),
  communities: ({ communities }: Facts) =>
    communities.map((name) => `- [/${literal(name)}](/${name})`).join('\n'),
}

/**
 * Puts the site's own facts in place of `{{siteName}}` and the like. A paragraph or an item of a list that names one which
 * is empty is left out, and so is a heading that has nothing below it any more. Other words in braces stay as they are.
 */
export function fillIn(text: string, facts: Facts): string {
  const blocks = text.replace(/\r\n?/g, '\n').split(/\n{2,}/)
  const filled = blocks.map((block) => ({ isHeading: headingAlone.test(block), left: leftOf(block, facts) }))
  const saysNothing = (heading: number) => {
    const below = filled.slice(heading + 1)
    const next = below.findIndex(({ isHeading }) => isHeading)
    const section = next === -1 ? below : below.slice(0, next)
    return section.length > 0 && section.every(({ left }) => left === '')
  }
  return filled
    .filter(({ isHeading, left }, index) => left !== '' && !(isHeading && saysNothing(index)))
    .map(({ left }) => left)
    .join('\n\n')
}

/** The block with its variables filled in; empty when it is left out. */
function leftOf(block: string, facts: Facts): string {
  const items = listStart.test(block) ? block.split(/\n(?=(?:[-*+]|\d+[.)]) )/) : [block]
  return items
    .map((item) => {
      let isComplete = true
      const text = item.replace(variable, (whole, name: string) => {
        if (!isKeyOf(variables, name)) return whole
        const value = variables[name](facts)
        isComplete &&= value !== ''
        return value
      })
      return isComplete ? text : ''
    })
    .filter((item) => item !== '')
    .join('\n')
}

const variable = /\{\{\s*(\w+)\s*\}\}/g
const headingAlone = /^#{1,6} [^\n]*\n?$/
const listStart = /^(?:[-*+]|\d+[.)]) /

/** A text that means nothing in Markdown but itself, also as the address of a link. */
const literal = (text: string) => text.replace(/[\\`*_{}[\]()<>#+\-.!|~&"']/g, '\\$&')
