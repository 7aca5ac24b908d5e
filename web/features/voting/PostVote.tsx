import type { Post } from '../../../contract/entities/post.ts'
import { useViewer } from '../../data/account/initial.ts'
import { useVotePost } from '../../data/votes/postVotes.ts'
import { useDialogs } from '../dialogs/dialogs.tsx'
import { useNotifyPostFailure } from '../postActions/useNotifyPostFailure.ts'
import { VoteButtons } from './VoteButtons.tsx'

export function PostVote({ post }: { post: Post }) {
  const viewer = useViewer()
  const dialogs = useDialogs()
  const { votes, press } = useVotePost(post, useNotifyPostFailure())
  return (
    <VoteButtons
      {...votes}
      id={post.id}
      downvoters={post.downvoters}
      disabled={post.locked || post.deleted}
      onPress={(up) => (viewer ? press(up) : dialogs.open('login-prompt'))}
    />
  )
}
