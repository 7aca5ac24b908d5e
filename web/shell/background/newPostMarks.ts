import { t } from '../../../contract/texts/t.ts'

/**
 * A style sheet with a count behind the entry of each community. The second form has words for screen readers; browsers that do
 * not know it keep the first.
 *
 * @param of.entry the selector of entries.
 * @param of.most how far posts are counted; that many are shown as "99+".
 */
export const newPostMarks = (
  communities: readonly { readonly name: string; readonly newPosts: number }[],
  { entry, most }: { entry: string; most: number },
): string =>
  communities
    .map(({ name, newPosts }) => {
      const count = newPosts < most ? String(newPosts) : `${most - 1}+`
      const words = t(', {newPosts, plural, one {{count} new post} other {{count} new posts}}', {
        newPosts,
        count,
      })
      return `${entry}[href="/${name}"]::after{content:"${count}";content:"${count}"/"${words}"}`
    })
    .join('\n')
