import type { Context } from '../../kernel/context.ts'

const LINK_SECONDS = 15 * 60
/** Identity documents: long enough to look at, too short to pass the link on. */
const DOCUMENT_SECONDS = 5 * 60

/** Links to a file and its thumbnail, signed for the caller. */
export function signedLinks(
  ctx: Pick<Context, 'media' | 'accountId' | 'now'>,
  file: { readonly path: string; readonly thumb: boolean },
  document: boolean,
): { url: string; thumbUrl: string | null } {
  const seconds = document ? DOCUMENT_SECONDS : LINK_SECONDS
  const sign = (variant: 'full' | 'thumb') =>
    ctx.media.link(file.path, { variant, viewer: ctx.accountId, now: ctx.now, seconds })
  return { url: sign('full'), thumbUrl: file.thumb ? sign('thumb') : null }
}

/** The link to a picture that a query has joined, small where there is a small one; null without a picture. */
export function joinedPicture(
  ctx: Pick<Context, 'media' | 'accountId' | 'now'>,
  path: string | null,
  thumb: boolean | null,
): string | null {
  if (path === null) return null
  const { url, thumbUrl } = signedLinks(ctx, { path, thumb: thumb === true }, false)
  return thumbUrl ?? url
}
