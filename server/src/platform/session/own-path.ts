/**
 * Whether a path leads to a page of this site, as browsers read it: they treat `\` as `/` and drop tabs and line
 * breaks, so `/<tab>/evil.example` leads to another site.
 */
export function isOwnPath(path: string): boolean {
  const self = 'http://self.invalid'
  return path.startsWith('/') && URL.canParse(path, self) && new URL(path, self).origin === self
}
