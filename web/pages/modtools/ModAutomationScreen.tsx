import { automationHitsQuery, automationQuery } from '../../data/automation/automation.ts'
import { AutomationScreen } from '../../features/automation/AutomationScreen.tsx'
import type { ScreenContext, ScreenProps } from './screen.ts'

export const prepareAutomation = ({ community, load, loadPages }: ScreenContext) =>
  Promise.all([load(automationQuery(community.id)), loadPages(automationHitsQuery(community.id, null))])

/** The automatic rules of a community. */
export const ModAutomationScreen = ({ community }: ScreenProps) => <AutomationScreen scope={community.id} />
