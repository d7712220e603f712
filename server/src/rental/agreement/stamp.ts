import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type Context, type HandlerOf, newId } from '../../kernel/context.ts'
import { linkMedia, mediaViews } from '../../platform/media/actions.ts'
import * as store from './store-sign.ts'

type Calls = typeof contract.agreement

/** A seal is 40 mm wide: fewer pixels would be blurred in print. */
const LEAST_SIDE = 200

/** The image of the company seal for documents; null: a seal is drawn. */
export async function stamp(_: unknown, ctx: Context): Promise<OutputOf<Calls['stamp']>> {
  const row = await store.stampInUse(ctx)
  if (row === undefined) return { stamp: null }
  const picture = (await mediaViews(ctx, [row.mediaId])).get(row.mediaId)
  return {
    stamp: { stampId: row.id, picture: picture ?? null, createdAt: row.createdAt, createdByName: row.createdByName },
  }
}

/**
 * Sets the image that documents are printed with from now on; the previous one is retired.
 * @throws Refusal notFound (-4) for a file that the caller may not use; badInput (-2) for a file that is no image, or too
 *   small
 */
export const saveStamp: HandlerOf<'agreement', 'saveStamp'> = async ({ mediaId }, ctx) => {
  const id = await newId(ctx)
  await linkMedia(ctx, [mediaId], { biz: 'merchant', bizId: id })
  const view = (await mediaViews(ctx, [mediaId])).get(mediaId)
  if (view?.kind !== 'image') throw badInput('mediaId', '印章图样应为图片')
  if (Math.min(view.w ?? 0, view.h ?? 0) < LEAST_SIDE)
    throw badInput('mediaId', `印章图样宽高均不能小于${LEAST_SIDE}像素`)
  await store.retireStamps(ctx.db, ctx.now)
  await store.insertStamp(ctx.db, { id, mediaId })
  ctx.audit({ targetType: 'stamp', targetId: id, after: { enabled: true } })
  return { stampId: id }
}

/** Retires the image: documents are printed with a drawn seal again. @throws Refusal notFound (-4) */
export async function retireStamp({ stampId }: ParsedOf<Calls['retireStamp']>, ctx: Context) {
  if (!(await store.retireStamp(ctx.db, stampId, ctx.now))) throw new Refusal('notFound', { field: 'stampId' })
  ctx.audit({ targetType: 'stamp', targetId: stampId, after: { enabled: false } })
  return {}
}
