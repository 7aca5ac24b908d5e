import { t } from '../../../contract/texts/t.ts'
import { useHidePost } from '../../data/posts/hiding.ts'
import type { ShownPost } from '../../data/posts/shownPost.ts'
import { useNotifyPostFailure } from '../../features/postActions/useNotifyPostFailure.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'

/** The banner on a post that the viewer has hidden. */
export default function HiddenBanner({ post }: { post: ShownPost }) {
  const changeHidden = useHidePost(post, useNotifyPostFailure())
  return (
    <Banner
      icon="hide"
      action={
        <Button small variant="soft" onClick={() => changeHidden('undo')}>
          {t('Undo')}
        </Button>
      }
    >
      {t('Hidden post')}
    </Banner>
  )
}
