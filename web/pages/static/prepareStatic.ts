import { staticPageQuery } from '../../data/site/staticPages.ts'
import type { PageContext } from '../../router/route.ts'

export async function prepareStatic(name: string, { load }: PageContext): Promise<undefined> {
  await load(staticPageQuery(name))
}
