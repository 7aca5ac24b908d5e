import { AutomationScreen } from '../../features/automation/AutomationScreen.tsx'

/** The automatic rules of the whole site. */
export const SiteAutomation = () => <AutomationScreen scope={null} />
