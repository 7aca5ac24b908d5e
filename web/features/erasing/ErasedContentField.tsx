import type { ErasedContent } from '../../../contract/words.ts'
import { RadioGroup } from '../../ui/forms/RadioGroup.tsx'

const options = [
  { value: 'keep', label: 'They stay, without the name', hint: 'They are shown as by Ghost.' },
  {
    value: 'blank',
    label: 'Their texts and pictures are erased',
    hint: 'Titles and texts become “[Deleted]”. What others answered stays.',
  },
  {
    value: 'remove',
    label: 'They leave all lists, too',
    hint: 'As above, and they are gone from feeds, search and profiles.',
  },
] as const satisfies readonly { value: ErasedContent; [key: string]: string }[]

/** What becomes of the posts and comments of a member who is erased. */
export function ErasedContentField(props: {
  value: ErasedContent
  onChange: (content: ErasedContent) => void
}) {
  return <RadioGroup legend="What becomes of posts and comments" options={options} {...props} />
}
