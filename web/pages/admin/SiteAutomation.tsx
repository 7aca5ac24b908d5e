import { AutomationScreen } from '../../features/automation/AutomationScreen.tsx'

/** The rules of the whole site that act by themselves. */
export const SiteAutomation = () => <AutomationScreen scope={null} />
