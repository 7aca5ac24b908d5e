import { lazy, Suspense, useState } from 'react'
import type { UserGroup } from '../../../../contract/entities/schema.ts'
import type { OpenMenu } from '../../../components/MenuButton.tsx'
import { MenuPopup } from '../../../components/MenuPopup.tsx'
import { useHidePost } from '../../../data/hiding.ts'
import { useViewer } from '../../../data/initial.ts'
import type { ShownPost } from '../../../data/post.ts'
import { useDeed, useSpeakAs } from '../../../data/postDeeds.ts'
import { useDialogs } from '../../../shell/dialogs.tsx'
import { useAskWhereToSave } from '../../../shell/useAskWhereToSave.ts'
import { useLayer } from '../../../shell/useLayer.ts'
import type { MenuPart } from './PostMenu.tsx'
import { type PostMenuActions, postMenuItems } from './postMenuItems.ts'
import type { PostRoles } from './postRoles.ts'
import { useNotifyPostFailure } from './useNotifyPostFailure.ts'
import { useSharePost } from './useSharePost.ts'

const AnnounceDialog = lazy(() => import('./AnnounceDialog.tsx'))
const LockPostDialog = lazy(() => import('./LockPostDialog.tsx'))
const DeletePostDialog = lazy(() => import('./DeletePostDialog.tsx'))
const DeletePostContentDialog = lazy(() => import('./DeletePostContentDialog.tsx'))
const PostIdsDialog = lazy(() => import('./PostIdsDialog.tsx'))
const ReportDialog = lazy(() => import('../../../shell/report/ReportDialog.tsx'))

type Question =
  | { about: 'report' | 'announce' | 'ids' }
  | { about: 'delete' | 'content'; as: UserGroup }
  | { about: 'lock'; as: 'mods' | 'admins' }

interface PostMenuList {
  post: ShownPost
  roles: PostRoles
  parts: readonly MenuPart[]
  offersSaving?: boolean
  offersHiding?: boolean
  offersSharing?: boolean
  /** Called when the post is hidden, before it goes. */
  onHide?: () => void
  /** null while the menu is closed; its dialogs may then still be open. */
  open: OpenMenu | null
}

/** The list of a post's menu, and the dialogs that it leads to. */
export function PostMenuList(props: PostMenuList) {
  const { post, roles, parts, onHide, open } = props
  const { offersSaving = false, offersHiding = false, offersSharing = false } = props
  const viewer = useViewer()
  const dialogs = useDialogs()
  const notifyFailure = useNotifyPostFailure()
  const deed = useDeed(post)
  const speakAs = useSpeakAs(post)
  const changeHidden = useHidePost(post, notifyFailure)
  const share = useSharePost(post)
  const askWhereToSave = useAskWhereToSave()
  const layer = useLayer()
  const [question, setQuestion] = useState<Question>({ about: 'report' })

  const ask = (next: Question) => {
    setQuestion(next)
    layer.open()
  }
  const forMembers = (act: () => void) => (viewer ? act() : dialogs.open('login-prompt'))
  const actions: PostMenuActions = {
    // One at a time: the second would start from what the first has not got an answer to.
    onDeed: (name) => !deed.isPending && deed.mutate({ name }, { onError: notifyFailure }),
    onLock: (as) => ask({ about: 'lock', as }),
    onSpeakAs: (group) => !speakAs.isPending && speakAs.mutate(group, { onError: notifyFailure }),
    onHide: (wants) =>
      forMembers(() => {
        if (wants === 'hide') onHide?.()
        changeHidden(wants)
      }),
    onSave: () => askWhereToSave({ toSaveItemType: 'post', toSaveItemId: post.id }),
    onShare: share,
    onReport: () => forMembers(() => ask({ about: 'report' })),
    onAnnounce: () => ask({ about: 'announce' }),
    onShowIds: () => ask({ about: 'ids' }),
    onDelete: (as) => ask({ about: post.deleted ? 'content' : 'delete', as }),
  }
  return (
    <>
      {open && (
        <MenuPopup
          {...open}
          align="end"
          items={postMenuItems({ post, roles, parts, offersSaving, offersHiding, offersSharing, actions })}
        />
      )}
      {layer.isOpen && (
        <Suspense>
          <Dialog post={post} roles={roles} question={question} onClose={layer.close} />
        </Suspense>
      )}
    </>
  )
}

interface OpenDialog {
  post: ShownPost
  roles: PostRoles
  question: Question
  onClose: () => void
}

function Dialog({ post, roles, question, onClose }: OpenDialog) {
  switch (question.about) {
    case 'report':
      return <ReportDialog target={{ type: 'post', id: post.id }} onClose={onClose} />
    case 'announce':
      return <AnnounceDialog post={post} onClose={onClose} />
    case 'ids':
      return <PostIdsDialog post={post} onClose={onClose} />
    case 'lock':
      return <LockPostDialog post={post} as={question.as} onClose={onClose} />
    case 'delete':
      return <DeletePostDialog post={post} roles={roles} suggested={question.as} onClose={onClose} />
    case 'content':
      return <DeletePostContentDialog post={post} as={question.as} onClose={onClose} />
  }
}
