import type { HostedDialogProps } from '../features/dialogs/dialogs.tsx'
import { onDemand } from '../ui/onDemand.tsx'

/** The dialogs that can be opened from everywhere, each fetched when it is first opened. */
export const hostedDialogs = {
  login: onDemand(() => import('../features/login/LoginDialog.tsx')),
  signup: onDemand(() => import('../features/signup/SignupDialog.tsx')),
  /** 'Login to continue', for guests who tried something that needs an account. */
  'login-prompt': onDemand(() => import('../features/login/LoginPrompt.tsx')),
  /** What new members choose first. */
  welcome: onDemand(() => import('../features/welcome/WelcomeDialog.tsx')),
  /** What the site asks members to agree to. */
  agreement: onDemand(() => import('../features/agreement/AgreementDialog.tsx')),
  'create-community': onDemand(() => import('../features/communityCreation/CreateCommunityDialog.tsx')),
  'request-community': onDemand(() => import('../features/communityCreation/RequestCommunityDialog.tsx')),
  /** The left column, on screens too narrow to show it beside the page. */
  menu: onDemand(() => import('./Drawer.tsx')),
  search: onDemand(() => import('../features/search/SearchDialog.tsx')),
  shortcuts: onDemand(() => import('./ShortcutsDialog.tsx')),
  'save-to-list': onDemand(() => import('../features/lists/SaveToListDialog.tsx')),
}

export default function HostedDialog({ opened, onClose }: HostedDialogProps) {
  if (opened.name === 'save-to-list') {
    const SaveToList = hostedDialogs['save-to-list']
    return <SaveToList item={opened} onClose={onClose} />
  }
  const Dialog = hostedDialogs[opened.name]
  return <Dialog onClose={onClose} />
}
