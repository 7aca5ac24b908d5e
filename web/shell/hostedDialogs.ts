import { lazy } from 'react'
import type { HostedDialogs } from '../features/dialogs/dialogs.tsx'

export const loadLoginPrompt = () => import('../features/login/LoginPrompt.tsx')

export const hostedDialogs: HostedDialogs = {
  login: lazy(() => import('../features/login/LoginDialog.tsx')),
  signup: lazy(() => import('../features/signup/SignupDialog.tsx')),
  /** 'Login to continue', for guests who tried something that needs an account. */
  'login-prompt': lazy(loadLoginPrompt),
  /** What new members choose first. */
  welcome: lazy(() => import('../features/welcome/WelcomeDialog.tsx')),
  'create-community': lazy(() => import('../features/communityCreation/CreateCommunityDialog.tsx')),
  'request-community': lazy(() => import('../features/communityCreation/RequestCommunityDialog.tsx')),
  /** The left column, on screens too narrow to show it beside the page. */
  menu: lazy(() => import('./Drawer.tsx')),
  search: lazy(() => import('../features/search/SearchDialog.tsx')),
  shortcuts: lazy(() => import('./ShortcutsDialog.tsx')),
  'save-to-list': lazy(() => import('../features/lists/SaveToListDialog.tsx')),
}
