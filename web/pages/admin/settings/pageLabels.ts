import type { StaticPageName } from '../../../../contract/staticPages.ts'

export const pageLabels: Readonly<Record<StaticPageName, string>> = {
  about: 'About',
  guidelines: 'Guidelines',
  'moderator-guidelines': 'Moderator guidelines',
  terms: 'Terms',
  'privacy-policy': 'Privacy policy',
  'contact-us': 'Contact',
  markdown_guide: 'Markdown guide',
}
