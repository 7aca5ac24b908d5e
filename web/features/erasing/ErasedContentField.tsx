import type { ErasedContent } from '../../../contract/words.ts'
import { RadioGroup } from '../../ui/forms/RadioGroup.tsx'

const options = [
  { value: 'keep', label: 'Keep them, without the name', hint: 'The author is shown as Ghost.' },
  {
    value: 'blank',
    label: 'Erase their texts and pictures',
    hint: 'Titles and texts become “[Deleted]”. Replies by others stay.',
  },
  {
    value: 'remove',
    label: 'Erase them and hide the posts',
    hint: 'They also disappear from feeds, search and profiles.',
  },
] as const satisfies readonly { value: ErasedContent; [key: string]: string }[]

/** What happens to the posts and comments of a member who is erased. */
export function ErasedContentField(props: {
  value: ErasedContent
  onChange: (content: ErasedContent) => void
}) {
  return <RadioGroup legend="Posts and comments" options={options} {...props} />
}
