import {
  orderKind,
  orderKinds,
  pickupTypes,
  reduceTypes,
  returnTypes,
  sources,
} from '@cheyi/domain/booking/order/codes'
import { depositModes } from '@cheyi/domain/money/deposit/codes'
import { payMode, payModes } from '@cheyi/domain/money/payment/codes'
import { payIntervals } from '@cheyi/domain/pricing/quote/long/terms'
import { z } from 'zod'
import {
  ContactPhone,
  code,
  Flag,
  fen,
  flag,
  id,
  list,
  maybe,
  nestedRecord,
  orElse,
  TaxNo,
  text,
  Version,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
// biome-ignore lint/plugin: the form of a booking contains the person who drives.
import { personFields } from '../rental/driver-person.ts'

/* The form of a booking: the input of `create`, and a saved draft of it. */

/** Prices, times and places are in the quote; the form adds the renter, the payment and the car. */
export const Booking = z
  .object({
    /** false saves a draft: it has no car, and is deleted after a day. */
    submit: flag('请选择提交订单或仅存草稿', '提交订单'),
    /** The total that the user saw; required when submitting. */
    expectTotal: maybe(fen('订单总额')),
    orderKind: orElse(code(orderKinds, '订单类型'), orderKind.short),
    quoteId: id('报价'),
    /** The draft that becomes this order, or is saved again. */
    orderId: maybe(id('订单')),
    version: maybe(Version),
    /** An existing customer, or a new one. */
    renterId: maybe(id('客户')),
    person: maybe(nestedRecord({ ...personFields, identityNo: maybe(personFields.identityNo) }, '客户')),
    codriverIds: maybe(list(id('驾驶人'), 3, '驾驶人')),
    contactName: maybe(text(1, 60, '客户姓名')),
    contactPhone: maybe(ContactPhone),
    channelOrderNo: maybe(text(1, 64, '渠道订单号')),
    remark: maybe(text(0, 500, '备注')),
    /** The company that pays a long order. */
    payerName: maybe(text(0, 60, '付款单位')),
    payerTaxNo: maybe(TaxNo),
    /** Missing: the merchant's setting. */
    autoConfirm: maybe(Flag),
    payMode: orElse(code([payMode.onlineIn, payMode.offlineIn], '收款方式'), payMode.offlineIn),
    depositMode: maybe(code(depositModes, '押金方式')),
    /** A car to be assigned at once. */
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

/** The saved form, in the fields of the quote and of `create`. */
export const BookingDraft = z.object({
  orderId: out.id,
  version: out.count,
  storeId: out.id,
  returnStoreId: out.id,
  modelId: out.id,
  pickupAt: out.time,
  returnAt: out.time,
  source: out.code(sources),
  pickupType: out.code(pickupTypes),
  returnType: out.code(returnTypes),
  pickupAddress: z.string(),
  pickupLng: z.number().nullable(),
  pickupLat: z.number().nullable(),
  returnAddress: z.string(),
  returnLng: z.number().nullable(),
  returnLat: z.number().nullable(),
  services: z.array(z.object({ code: z.string(), qty: out.count })),
  reduces: z.array(z.object({ reduceType: out.code(reduceTypes), amount: out.fen })),
  renterId: out.id.nullable(),
  codriverIds: z.array(out.id),
  contactName: z.string(),
  /** Unmasked, since it is edited. */
  contactPhone: z.string(),
  channelOrderNo: z.string().nullable(),
  remark: z.string(),
  payMode: out.code(payModes),
  depositMode: out.code(depositModes).nullable(),
  vehicleId: out.id.nullable(),
  selfService: z.boolean(),
  tags: z.array(z.string()),
  payerName: z.string(),
  payerTaxNo: z.string(),
  /** The company that rents. */
  company: z.object({ companyId: out.id, name: z.string() }).nullable(),
  /** For a long order: its agreed terms. */
  long: z
    .object({ monthlyPrice: out.fen.nullable(), agreedTotal: out.fen.nullable(), payInterval: out.code(payIntervals) })
    .nullable(),
})
