import { depositModes } from '@cheyi/domain/deposit/codes'
import { orderKind, pickupTypes, reduceTypes, returnTypes, sources } from '@cheyi/domain/order/codes'
import { payMode, payModes } from '@cheyi/domain/payment/codes'
import { z } from 'zod'
import { personFields } from './driver-person.ts'
import {
  ContactPhone,
  Count,
  code,
  codeOut,
  FenOut,
  Flag,
  fen,
  IdOut,
  id,
  list,
  maybe,
  nested,
  orElse,
  TimeOut,
  text,
  Version,
} from './kernel/field.ts'

/*
 * The form of a booking: what `create` takes, and how a draft of it is given back.
 */

/** Prices, times and places stand in the quote; the form adds who rents, how it is paid and which car. */
export const Booking = z
  .object({
    /** false keeps a draft: no car is held, and it disappears after a day. */
    submit: Flag,
    /** The total the operator saw; asked for when submitting. */
    expectTotal: maybe(fen('订单总额')),
    orderKind: orElse(code([orderKind.short], '订单类型'), orderKind.short),
    quoteId: id('报价'),
    /** The draft that becomes this order, or is saved again. */
    orderId: maybe(id('订单')),
    version: maybe(Version),
    /** A known customer, or one entered here. */
    renterId: maybe(id('客户')),
    person: maybe(nested({ ...personFields, identityNo: maybe(personFields.identityNo) }, '客户')),
    codriverIds: maybe(list(id('驾驶人'), 3, '驾驶人')),
    contactName: maybe(text(1, 30, '客户姓名')),
    contactPhone: maybe(ContactPhone),
    channelOrderNo: maybe(text(1, 64, '渠道订单号')),
    remark: maybe(text(0, 500, '备注')),
    /** Missing: the merchant's setting. */
    autoConfirm: maybe(Flag),
    payMode: orElse(code([payMode.onlineIn, payMode.offlineIn], '收款方式'), payMode.offlineIn),
    depositMode: maybe(code(depositModes, '押金方式')),
    /** A car to arrange at once. */
    vehicleId: maybe(id('车辆')),
    selfService: maybe(Flag),
    tags: maybe(list(text(1, 10, '标签'), 5, '标签')),
  })
  .superRefine((booking, ctx) => {
    if (!booking.submit) return
    const miss = (field: string, message: string) => ctx.addIssue({ code: 'custom', path: [field], message })
    if (booking.expectTotal === undefined) miss('expectTotal', '请先计算价格')
    if (!booking.contactName) miss('contactName', '请填写客户姓名')
    if (!booking.contactPhone) miss('contactPhone', '请输入正确的手机号')
  })

/** The form as it was left, in the fields that the quote and `create` take. */
export const BookingDraft = z.object({
  orderId: IdOut,
  version: Count,
  storeId: IdOut,
  returnStoreId: IdOut,
  modelId: IdOut,
  pickupAt: TimeOut,
  returnAt: TimeOut,
  source: codeOut(sources),
  pickupType: codeOut(pickupTypes),
  returnType: codeOut(returnTypes),
  pickupAddress: z.string(),
  pickupLng: z.number().nullable(),
  pickupLat: z.number().nullable(),
  returnAddress: z.string(),
  returnLng: z.number().nullable(),
  returnLat: z.number().nullable(),
  services: z.array(z.object({ code: z.string(), qty: Count })),
  reduces: z.array(z.object({ reduceType: codeOut(reduceTypes), amount: FenOut })),
  renterId: IdOut.nullable(),
  codriverIds: z.array(IdOut),
  contactName: z.string(),
  /** Whole, since it is edited. */
  contactPhone: z.string(),
  channelOrderNo: z.string().nullable(),
  remark: z.string(),
  payMode: codeOut(payModes),
  depositMode: codeOut(depositModes).nullable(),
  vehicleId: IdOut.nullable(),
  selfService: z.boolean(),
  tags: z.array(z.string()),
})
