/** Replaces hidden words in plain text, where readers could not uncover them. */
export const hiddenText = '[spoiler]'

/** Spoilers in rendered Markdown. Inline spoilers are never nested; blocks may be. */
export const spoilerTags = {
  line: [
    '<label class="md-spoiler"><input type="checkbox" aria-label="Show spoiler"><span>',
    '</span></label>',
  ],
  block: ['<details class="md-spoiler"><summary>Spoiler</summary>\n', '</details>\n'],
} as const

/** Rendered Markdown for readers without our styles, such as those of feeds: without the words of spoilers. */
export function withoutSpoilers(html: string): string {
  if (!html.includes('class="md-spoiler"')) return html
  let depth = 0
  let text = ''
  // Members cannot write these tags, so each is ours. An excerpt may end inside a spoiler.
  for (const part of html.split(
    /(<(?:label|details) class="md-spoiler"(?: dir="rtl")?>|<\/(?:label|details)>)/,
  )) {
    if (part === '</label>' || part === '</details>') depth -= 1
    else if (/^<\w+ class="md-spoiler"/.test(part)) {
      if (depth === 0) text += part.startsWith('<d') ? `<p>${hiddenText}</p>` : hiddenText
      depth += 1
    } else if (depth === 0) text += part
  }
  return text
}
