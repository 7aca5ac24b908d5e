import { t } from '../../../contract/texts/t.ts'
import type { ErasedContent } from '../../../contract/words.ts'
import { RadioGroup } from '../../ui/forms/RadioGroup.tsx'

const options = (): { value: ErasedContent; label: string; hint: string }[] => [
  {
    value: 'keep',
    label: t("Keep them without the author's name"),
    hint: t('The author is shown as Ghost.'),
  },
  {
    value: 'blank',
    label: t('Erase text and images'),
    hint: t('Titles and text become “[Deleted]”. Replies by others stay.'),
  },
  {
    value: 'remove',
    label: t('Erase everything and hide the posts'),
    hint: t('They also disappear from feeds, search and profiles.'),
  },
]

/** What happens to the posts and comments of a member who is erased. */
export function ErasedContentField(props: {
  value: ErasedContent
  onChange: (content: ErasedContent) => void
}) {
  return <RadioGroup legend={t('Posts and comments')} options={options()} {...props} />
}
