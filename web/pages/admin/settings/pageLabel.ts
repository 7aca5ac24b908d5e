import type { StaticPageName } from '../../../../contract/staticPages.ts'
import { t } from '../../../../contract/texts/t.ts'

export function pageLabel(name: StaticPageName): string {
  switch (name) {
    case 'about':
      return t('About')
    case 'guidelines':
      return t('Guidelines')
    case 'moderator-guidelines':
      return t('Moderator guidelines')
    case 'terms':
      return t('Terms')
    case 'privacy-policy':
      return t('Privacy policy')
    case 'contact-us':
      return t('Contact')
    case 'markdown_guide':
      return t('Markdown guide')
  }
}
