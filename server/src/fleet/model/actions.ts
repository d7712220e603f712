import type { Context } from '../../kernel/context.ts'

const LINK_SECONDS = 15 * 60
const THUMBNAILED = /\.(jpe?g|png)$/i

/**
 * A signed link of the first picture of a model, the small version if there is one; null without a picture: the client
 * draws its outline.
 */
export function modelImage(
  { media, accountId, now }: Pick<Context, 'media' | 'accountId' | 'now'>,
  paths: readonly string[],
): string | null {
  const [path] = paths
  if (path === undefined) return null
  const variant = THUMBNAILED.test(path) ? 'thumb' : 'full'
  return media.link(path, { variant, viewer: accountId, now, seconds: LINK_SECONDS })
}
