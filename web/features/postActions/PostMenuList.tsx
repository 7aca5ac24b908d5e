import { useState } from 'react'
import type { UserGroup } from '../../../contract/entities/schema.ts'
import { useViewer } from '../../data/account/initial.ts'
import { useIsSaved } from '../../data/lists/savedTo.ts'
import { useRestore } from '../../data/moderation/removal.ts'
import { useHidePost } from '../../data/posts/hiding.ts'
import { usePostAction, useSpeakAs } from '../../data/posts/postActions.ts'
import { pathOfPost } from '../../data/posts/postPath.ts'
import type { ShownPost } from '../../data/posts/shownPost.ts'
import type { PostRoles } from '../../data/users/roles.ts'
import { useLayer } from '../../router/useLayer.ts'
import { onDemand } from '../../ui/onDemand.tsx'
import type { OpenMenu } from '../../ui/overlays/MenuButton.tsx'
import { MenuPopup } from '../../ui/overlays/MenuPopup.tsx'
import { useDialogs } from '../dialogs/dialogs.tsx'
import { useSave } from '../lists/useSave.ts'
import { useMute } from '../muting/useMute.ts'
import { useCopyLink } from '../sharing/useCopyLink.ts'
import { useSharePost } from '../sharing/useSharePost.ts'
import { type PostMenuActions, postMenuItems } from './postMenuItems.ts'
import type { MenuPart } from './postRoles.ts'
import { useNotifyPostFailure } from './useNotifyPostFailure.ts'

const AnnounceDialog = onDemand(() => import('./AnnounceDialog.tsx'))
const LockDialog = onDemand(() => import('../reasons/LockDialog.tsx'))
const RemoveDialog = onDemand(() => import('../reasons/RemoveDialog.tsx'))
const EraseDialog = onDemand(() => import('../reasons/EraseDialog.tsx'))
const DeletePostDialog = onDemand(() => import('./DeletePostDialog.tsx'))
const DeletePostContentDialog = onDemand(() => import('./DeletePostContentDialog.tsx'))
const LimitCommentsDialog = onDemand(() => import('./LimitCommentsDialog.tsx'))
const MergePostDialog = onDemand(() => import('./MergePostDialog.tsx'))
const MovePostDialog = onDemand(() => import('./MovePostDialog.tsx'))
const PostIdsDialog = onDemand(() => import('./PostIdsDialog.tsx'))
const ReportDialog = onDemand(() => import('../report/ReportDialog.tsx'))

type Question =
  | { about: 'report' | 'announce' | 'ids' | 'limit' | 'move' | 'merge' }
  | { about: 'delete' | 'erase' }
  | { about: 'content'; as: UserGroup }
  | { about: 'lock' | 'remove'; as: 'mods' | 'admins' }

interface PostMenuListProps {
  post: ShownPost
  roles: PostRoles
  parts: readonly MenuPart[]
  offersSaving?: boolean
  offersHiding?: boolean
  offersSharing?: boolean
  /** Called when the post is hidden, before it is removed. */
  onHide?: () => void
  /** null while the menu is closed; its dialogs may still be open. */
  open: OpenMenu | null
}

/** The items of a post's menu and their dialogs. */
export function PostMenuList(props: PostMenuListProps) {
  const { post, roles, parts, onHide, open } = props
  // On the narrowest phones there is no room for their buttons.
  const isNarrow = matchMedia('(max-width: 360px)').matches
  const { offersSaving = false, offersHiding = isNarrow, offersSharing = isNarrow } = props
  const viewer = useViewer()
  const dialogs = useDialogs()
  const notifyFailure = useNotifyPostFailure()
  const postAction = usePostAction(post)
  const speakAs = useSpeakAs(post)
  const changeHidden = useHidePost(post, notifyFailure)
  const share = useSharePost(post)
  const copyLink = useCopyLink()
  const author = useMute({ type: 'user', id: post.userId, name: post.username })
  const community = useMute({ type: 'community', id: post.communityId, name: post.communityName })
  const mutes = { user: author.isMuted, community: community.isMuted }
  const itemToSave = { type: 'post', id: post.id } as const
  const save = useSave()
  const isSaved = useIsSaved(itemToSave, post.isSaved)
  const restore = useRestore()
  const layer = useLayer()
  const [question, setQuestion] = useState<Question>({ about: 'report' })

  const ask = (next: Question) => {
    setQuestion(next)
    layer.open()
  }
  const forMembers = (act: () => void) => (viewer ? act() : dialogs.open('login-prompt'))
  const actions: PostMenuActions = {
    // One at a time: a second action would start from a state that the first has not yet updated.
    onAction: (name) => !postAction.isPending && postAction.mutate(name, { onError: notifyFailure }),
    onLock: (as) => ask({ about: 'lock', as }),
    onSpeakAs: (group) => !speakAs.isPending && speakAs.mutate(group, { onError: notifyFailure }),
    onHide: (wants) =>
      forMembers(() => {
        if (wants === 'hide') onHide?.()
        void changeHidden(wants)
      }),
    onSave: () => save(itemToSave),
    onShare: share,
    onCopyLink: () => void copyLink(pathOfPost(post)),
    onMute: (type) => (type === 'user' ? author : community).toggle(),
    onReport: () => forMembers(() => ask({ about: 'report' })),
    onAnnounce: () => ask({ about: 'announce' }),
    onShowIds: () => ask({ about: 'ids' }),
    onDelete: (as) => {
      if (post.deleted) ask({ about: 'content', as })
      else ask(as === 'normal' ? { about: 'delete' } : { about: 'remove', as })
    },
    onErase: () => ask({ about: 'erase' }),
    onLimit: () => ask({ about: 'limit' }),
    onMove: () => ask({ about: 'move' }),
    onMerge: () => ask({ about: 'merge' }),
    onRestore: () =>
      !restore.isPending && restore.mutate({ type: 'post', item: post }, { onError: notifyFailure }),
  }
  return (
    <>
      {open && (
        <MenuPopup
          {...open}
          align="end"
          items={postMenuItems({
            post,
            roles,
            parts,
            offersSaving,
            isSaved,
            offersHiding,
            offersSharing,
            mutes,
            actions,
          })}
        />
      )}
      {layer.isOpen && <Dialog post={post} question={question} onClose={layer.close} />}
    </>
  )
}

interface DialogProps {
  post: ShownPost
  question: Question
  onClose: () => void
}

function Dialog({ post, question, onClose }: DialogProps) {
  const notifyFailure = useNotifyPostFailure()
  const content = { type: 'post', item: post } as const
  switch (question.about) {
    case 'report':
      return (
        <ReportDialog
          target={{
            type: 'post',
            id: post.id,
            communityName: post.communityName,
            isMadeWithAi: post.madeWithAiBy !== undefined,
            address: `/${post.communityName}/post/${post.publicId}`,
          }}
          onClose={onClose}
        />
      )
    case 'announce':
      return <AnnounceDialog post={post} onClose={onClose} />
    case 'limit':
      return <LimitCommentsDialog post={post} onClose={onClose} />
    case 'move':
      return <MovePostDialog post={post} onClose={onClose} />
    case 'merge':
      return <MergePostDialog post={post} onClose={onClose} />
    case 'ids':
      return <PostIdsDialog post={post} onClose={onClose} />
    case 'lock':
      return <LockDialog content={content} as={question.as} onFailure={notifyFailure} onClose={onClose} />
    case 'delete':
      return <DeletePostDialog post={post} onClose={onClose} />
    case 'remove':
      return <RemoveDialog content={content} as={question.as} onFailure={notifyFailure} onClose={onClose} />
    case 'erase':
      return <EraseDialog content={content} onFailure={notifyFailure} onClose={onClose} />
    case 'content':
      return <DeletePostContentDialog post={post} as={question.as} onClose={onClose} />
  }
}
