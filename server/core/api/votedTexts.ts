import type { SharedPart, SharedParts } from '../../platform/cache/sharedParts.ts'
import { SharedText } from '../../platform/http/textParts.ts'

interface VotedText extends SharedPart {
  readonly text: SharedText
}

type TextOf<Part> = (part: Part, up: boolean) => string

/** A function of its own, so that what is kept refers to nothing of the request that made it. */
const votedText = <Part extends SharedPart>(part: Part, up: boolean, textOf: TextOf<Part>): VotedText => ({
  id: part.id,
  version: part.version,
  bytes: part.bytes,
  text: new SharedText(() => textOf(part, up)),
})

/**
 * The JSON of posts or comments, by id, for all who voted on them in the same way and to whom nothing else of them is particular.
 * Authors have usually voted on what they wrote.
 *
 * @param kind type and format, as of the shared parts.
 * @param voteOf null: without a text here.
 * @param textOf is kept, so it must not refer to a viewer.
 */
export async function getVotedTexts<Part extends SharedPart>(
  parts: SharedParts,
  kind: string,
  known: readonly Part[],
  { voteOf, textOf }: { voteOf: (part: Part) => boolean | null; textOf: TextOf<Part> },
): Promise<Map<string, SharedText>> {
  const texts = new Map<string, SharedText>()
  for (const up of [true, false]) {
    const voted = new Map(known.filter((part) => voteOf(part) === up).map((part) => [part.id, part]))
    if (voted.size === 0) continue
    const found = await parts.getAll<VotedText>(
      `${kind} ${up ? 'up' : 'down'}`,
      [...voted.values()],
      async (ids) =>
        ids.flatMap((id) => {
          const part = voted.get(id)
          return part ? [votedText(part, up, textOf)] : []
        }),
    )
    for (const { id, text } of found.values()) texts.set(id, text)
  }
  return texts
}
