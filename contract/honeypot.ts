/** Where a hidden link in the pages of guests leads. robots.txt disallows it, so only programs that do not obey it go there. */
export const honeypotPath = '/-/all-posts'
