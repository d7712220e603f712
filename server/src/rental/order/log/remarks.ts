import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { readOrder } from '../../../booking/order/actions.ts'
import { type Context, type HandlerOf, newId } from '../../../kernel/context.ts'
import { listAnswer } from '../../../kernel/list-answer.ts'
import { linkMedia, signedLinks } from '../../../platform/media/actions.ts'
import * as store from './store-remarks.ts'

type Remark = OutputOf<typeof contract.order.remarks>['list'][number]

/** @throws Refusal orderNotFound (2002) */
export const remarks: HandlerOf<'order', 'remarks'> = async ({ orderId, ...ask }, ctx) => {
  const page = listAnswer(ask, {
    rows: store.page(ctx.query, orderId, ask),
    count: () => store.count(ctx.query, orderId),
    keys: ({ topFlag, id }) => [topFlag ? 1 : 0, id],
    view: (row) => remarkView(ctx, row),
  })
  return (await Promise.all([page, readOrder(ctx, orderId)]))[0]
}

/** A remark is never edited; it is corrected by another remark. @throws Refusal orderNotFound (2002) */
export const saveRemark: HandlerOf<'order', 'saveRemark'> = async (input, ctx) => {
  const { orderId, content, photoIds = [], topFlag = false } = input
  await readOrder(ctx, orderId)
  const id = await newId(ctx)
  await linkMedia(ctx, photoIds, { biz: 'remark', bizId: id, orderId })
  await store.insert(ctx.db, { id, orderId, content, photoIds, topFlag, actorName: ctx.identity.name })
  ctx.audit({ targetType: 'order', targetId: orderId, after: { remark: id } })
  return { id }
}

/** A remark for display, with the links of its photos signed for the caller. */
export const remarkView = (ctx: Context, row: store.RemarkRow): Remark => ({
  ...row,
  photos: row.photos.map((photo) => ({ ...photo, mediaId: photo.id, ...signedLinks(ctx, photo, false) })),
  authorName: row.actorName,
  at: row.createdAt,
})
