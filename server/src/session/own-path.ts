/**
 * Whether a path leads to a page of ours, as browsers read it: they take `\` for `/` and drop tabs and line breaks, so that
 * `/<tab>/evil.example` is somebody else's address.
 */
export function isOwnPath(path: string): boolean {
  const self = 'http://self.invalid'
  return path.startsWith('/') && URL.canParse(path, self) && new URL(path, self).origin === self
}
