import { useEffect } from 'react'
import { newPostsCountedMax } from '../../../contract/limitValues.ts'
import { useInitial, useViewer } from '../../data/account/initial.ts'
import { useNewPosts, useVisitCommunity } from '../../data/communities/newPosts.ts'
import { useShownPage } from '../../router/page.ts'
import { newPostMarks } from './newPostMarks.ts'

/** Entries of the left column, selected by attribute, because importing its class would enlarge the first page. */
const entriesOfCommunities = 'nav[aria-label="My communities"] a'

/**
 * Shows the number of new posts of each community in the left column, and records when one is opened. The counts are a style
 * sheet, so that the column, which is part of every page, needs no script for them.
 */
export function useNewPostMarks(): void {
  const isMember = useViewer() !== null
  const { communities } = useInitial()
  const { path } = useShownPage()
  const newPosts = useNewPosts({ enabled: isMember && communities.length > 0 })
  const visit = useVisitCommunity()
  const opened = newPosts.find(({ name }) => path === `/${name}`)?.id
  useEffect(() => {
    if (opened !== undefined) visit(opened)
  }, [opened, visit])
  const rules = newPostMarks(newPosts, { entry: entriesOfCommunities, most: newPostsCountedMax })
  useEffect(() => {
    // Browsers without them show no counts.
    if (rules === '' || !('adoptedStyleSheets' in document)) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [rules])
}
