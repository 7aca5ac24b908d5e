import type { Post } from '../../../../contract/entities/post.ts'
import { VoteButtons } from '../../../components/VoteButtons.tsx'
import { useViewer } from '../../../data/initial.ts'
import { useVotePost } from '../../../data/votes.ts'
import { useDialogs } from '../../../shell/dialogs.tsx'
import { useNotifyPostFailure } from './useNotifyPostFailure.ts'

/** The arrows of a post, wherever it is shown. */
export function PostVote({ post }: { post: Post }) {
  const viewer = useViewer()
  const dialogs = useDialogs()
  const { votes, press } = useVotePost(post, useNotifyPostFailure())
  return (
    <VoteButtons
      {...votes}
      disabled={post.locked || post.deleted}
      onPress={(up) => (viewer ? press(up) : dialogs.open('login-prompt'))}
    />
  )
}
