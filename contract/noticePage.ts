/** The path of the form for unlawful content, about the page at this path. */
export const noticePageFor = (address: string): string => `/notice?${new URLSearchParams({ address })}`
