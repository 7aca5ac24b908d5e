/** The site that a link leads to, as people call it: without `www.`. */
export const siteOfLink = ({ hostname }: { readonly hostname: string }): string =>
  hostname.replace(/^www\./, '')
