import { Banner } from '../../components/Banner.tsx'
import { Button } from '../../components/Button.tsx'
import { useHidePost } from '../../data/hiding.ts'
import type { ShownPost } from '../../data/post.ts'
import { useNotifyPostFailure } from './actions/useNotifyPostFailure.ts'

/** Stands on the page of a post that the viewer hid. */
export function HiddenBanner({ post }: { post: ShownPost }) {
  const changeHidden = useHidePost(post, useNotifyPostFailure())
  return (
    <Banner
      icon="hide"
      action={
        <Button small variant="soft" onClick={() => changeHidden('undo')}>
          Undo
        </Button>
      }
    >
      Hidden post
    </Banner>
  )
}
