import { countVisible } from '../../platform/http/text.ts'

/** Whether a rendered text shows nothing, as of `<!-- a comment -->` or the definition of a link alone. */
export const showsNothing = (html: string): boolean =>
  !/<(?:hr|input)\b/.test(html) && countVisible(html.replace(/<[^<>]*>/g, '')) === 0
