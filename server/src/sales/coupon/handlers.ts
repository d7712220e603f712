import { contract } from '@cheyi/contract/index'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { codeOf, couponProblem, couponText, limitTexts } from '@cheyi/domain/sales/coupon/coupon'
import { implement, newId, requireFound, requireVersion } from '../../kernel/context.ts'
import { cursorKeys, pageSize } from '../../kernel/db/paging.ts'
import { saveRow } from '../../kernel/db/save-row.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import * as store from './store.ts'

/* 优惠券, for the merchant. */

export const coupon = implement(contract.coupon, {
  async list(_, ctx) {
    const rows = await store.coupons(ctx)
    return { list: rows.map(({ id, ...row }) => ({ ...row, couponId: id })) }
  },

  /** @throws Refusal badInput (-2) for terms that contradict each other and a code that exists, notFound (-4) for a model */
  async add({ modelIds = [], ...input }, ctx) {
    const { bookFrom = null, bookTo = null, rentFrom = null, rentTo = null, mostUses = null, ...given } = input
    const terms = { ...given, code: codeOf(given.code), bookFrom, bookTo, rentFrom, rentTo, mostUses }
    const problem = couponProblem(terms)
    if (problem !== null) throw badInput(problem.field, problem.message)
    const models = [...new Set(modelIds)]
    if (models.length > 0 && (await store.countModels(ctx, models)) < models.length)
      throw new Refusal('notFound', { field: 'modelIds' })
    const id = await newId(ctx)
    await store.insertCoupon(ctx, { id, ...terms, modelIds: models })
    const text = [couponText(terms), ...limitTexts({ ...terms, modelIds: models })].join('，')
    ctx.audit({ targetType: 'coupon', targetId: id, after: { couponCode: terms.code, couponText: text } })
    return { couponId: id }
  },

  /** @throws Refusal notFound (-4), stale (-5) */
  async turn({ couponId, on, version }, ctx) {
    const row = requireFound(await store.lockCoupon(ctx, couponId))
    requireVersion(version, row.version)
    const saved = saveRow(ctx, 'coupon', row, { isOn: on })
    ctx.audit({ targetType: 'coupon', targetId: row.id, before: { isOn: row.isOn }, after: { isOn: on } })
    return { version: saved.version }
  },

  /** @throws Refusal notFound (-4) */
  async uses({ couponId, ...paging }, ctx) {
    if (!(await store.hasCoupon(ctx, couponId))) throw new Refusal('notFound', { field: 'couponId' })
    return listAnswer(paging, {
      rows: store.uses(ctx, couponId, cursorKeys(paging, 'id'), pageSize(paging) + 1),
      count: () => store.countUses(ctx, couponId),
      keys: ({ orderId }) => [orderId],
      view: (row) => row,
    })
  },
})
