import { couponKinds } from '@cheyi/domain/sales/coupon/codes'
import { codeOf, couponCodeFault } from '@cheyi/domain/sales/coupon/coupon'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, cursorPaging, date, fen, flag, id, int, list, maybe, orElse, text, Version } from '../kernel/field.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'

/** 优惠券 of the merchant's own booking page. Amounts in fen. */

/** Most models that a coupon is limited to. */
const MOST_MODELS = 100

const Shown = {
  couponId: out.id,
  code: z.string(),
  name: z.string(),
  kind: out.code(couponKinds),
  fen: out.fen,
  rateBp: out.count,
  leastFen: out.fen,
  bookFrom: out.date.nullable(),
  bookTo: out.date.nullable(),
  rentFrom: out.date.nullable(),
  rentTo: out.date.nullable(),
  /** None: all. */
  modelIds: z.array(out.id),
  mostUses: out.count.nullable(),
  oncePerCustomer: z.boolean(),
  isOn: z.boolean(),
  version: out.count,
  /** Bookings with it that were not cancelled, and what it took off them. */
  used: out.count,
  givenFen: out.fen,
}

export const coupon = {
  list: read({
    path: '/api/coupon/v1/list',
    summary: '优惠券',
    permission: ['channel'],
    reach: 'merchant',
    /** Those that are on first, then the newest; 200 at most. */
    output: z.object({ list: z.array(z.object(Shown)) }),
  }),
  add: write({
    operators: false,
    path: '/api/coupon/v1/add',
    summary: '新增优惠券',
    permission: ['channel.edit'],
    reach: 'merchant',
    input: z
      .object({
        code: text(4, 20, '券码'),
        name: text(1, 30, '名称'),
        kind: code(couponKinds, '类型'),
        /** Of a percentage: at most; 0: no maximum. */
        fen: orElse(fen('减免金额'), 0),
        rateBp: orElse(int(0, 9000, '减免比例', '减免比例应为0-90%'), 0),
        leastFen: orElse(fen('最低消费'), 0),
        bookFrom: maybe(date('下单起日')),
        bookTo: maybe(date('下单止日')),
        rentFrom: maybe(date('取车起日')),
        rentTo: maybe(date('取车止日')),
        modelIds: maybe(list(id('车型'), MOST_MODELS, '车型')),
        mostUses: maybe(int(1, 1_000_000, '总次数')),
        oncePerCustomer: flag('请选择是否每人限用一次', '每人限用一次'),
      })
      .superRefine((value, ctx) => {
        const fault = couponCodeFault(codeOf(value.code))
        if (fault !== null) ctx.addIssue({ code: 'custom', path: ['code'], message: fault })
      }),
    output: z.object({ couponId: out.id }),
    refusals: ['notFound'],
  }),
  turn: write({
    operators: false,
    path: '/api/coupon/v1/turn',
    summary: '启用、停用优惠券',
    permission: ['channel.edit'],
    reach: 'merchant',
    repeat: 'version',
    input: z.object({ couponId: id('优惠券'), on: flag('请选择启用或停用', '启用'), version: Version }),
    output: z.object({ version: out.count }),
    refusals: ['notFound', 'stale'],
  }),
  uses: read({
    path: '/api/coupon/v1/uses',
    summary: '优惠券使用记录',
    permission: ['channel'],
    reach: 'merchant',
    input: z.object({ ...cursorPaging(), couponId: id('优惠券') }),
    /** The newest first. */
    output: out.page(
      z.object({
        ...orderRef,
        at: out.time,
        fen: out.fen,
        /** Its order was cancelled: the use does not count. */
        givenBack: z.boolean(),
      }),
    ),
    refusals: ['notFound'],
  }),
}
