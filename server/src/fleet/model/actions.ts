import { MINUTE } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'

const LINK_LASTS = 15 * MINUTE
const THUMBNAILED = /\.(jpe?g|png)$/i

/**
 * A signed link of the first picture of a model, the small version if there is one; null without a picture: the client
 * draws its outline. It stays the same for a quarter of an hour, so that a list that is read every few seconds keeps its
 * pictures.
 */
export function modelImage(
  { media, accountId, now }: Pick<Context, 'media' | 'accountId' | 'now'>,
  paths: readonly string[],
): string | null {
  const [path] = paths
  if (path === undefined) return null
  const variant = THUMBNAILED.test(path) ? 'thumb' : 'full'
  return media.link(path, {
    variant,
    viewer: accountId,
    now: now - (now % LINK_LASTS),
    seconds: (2 * LINK_LASTS) / 1000,
  })
}
