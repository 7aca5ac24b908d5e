import type { MarkdownIt } from 'markdown-it'

// In characters. Longer ones are not meant for readers, and the search for an end costs more the further it may go.
const longestBareAddress = 2_000

/** Which addresses become links without any marks around them: the allowed schemes, `www.` and mail. */
export function findBareAddresses(markdown: MarkdownIt): void {
  markdown.linkify.set({ maxLength: longestBareAddress })
  markdown.linkify.add('//', null)
  markdown.linkify.add('ftp:', null)
  for (const scheme of ['irc:', 'ircs:']) {
    markdown.linkify.add(scheme, {
      validate: (text, start, linkify) => matchLength(linkify.re.get_http_validator(), text, start),
    })
  }
  markdown.linkify.add('xmpp:', {
    validate: (text, start, linkify) => {
      const account = matchLength(linkify.re.get_mailto_validator(), text, start)
      return account && account + matchLength(/(?:\/[a-z0-9@.]*[a-z0-9@])?/iy, text, start + account)
    },
  })
  markdown.linkify.add('www.', {
    validate: (text, start, linkify) => {
      const host = matchLength(
        linkify.re.get_http_validator(),
        `//${text.slice(start, start + longestBareAddress)}`,
        0,
      )
      return host > 2 ? host - 2 : 0
    },
    normalize: (match) => {
      match.url = `http://${match.url}`
    },
  })
}

function matchLength(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start
  return pattern.exec(text)?.[0].length ?? 0
}
