/** Hides what the debug console must not show: tokens, mobiles, identity numbers. */
export function maskSecrets(text: string, token: string | null): string {
  return (token ? text.replaceAll(token, '[token]') : text)
    .replace(/\b[A-Za-z0-9_-]{43}\b/g, '[token]')
    .replace(/(^|\D)(1\d{2})\d{4}(\d{4})(?!\d)/g, '$1$2****$3')
    .replace(/(^|\D)(\d{4})\d{10}(\d{3}[\dXx])(?!\d)/g, '$1$2**********$3')
}
