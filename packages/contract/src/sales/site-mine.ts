import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { depositKinds } from '@cheyi/domain/money/deposit/codes'
import { invoiceStatuses } from '@cheyi/domain/money/invoice/invoice'
import { payKinds, payWays } from '@cheyi/domain/money/payment/codes'
import { damageStatuses } from '@cheyi/domain/rental/damage/codes'
import { identityTypes, licenceKinds, verifyStatuses } from '@cheyi/domain/rental/driver/codes'
import { documentSlots } from '@cheyi/domain/rental/driver/documents'
import { violationStatuses } from '@cheyi/domain/rental/violation/codes'
import { changeKinds } from '@cheyi/domain/sales/site/change'
import { depositStates } from '@cheyi/domain/sales/site/deposit-state'
import { nextSteps, roomNames } from '@cheyi/domain/sales/site/next-step'
import { z } from 'zod'
import { type Call, read, write } from '../kernel/call.ts'
import { code, date, Flag, id, int, maybe, TaxNo, text, time, word } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { invitation } from '../rental/company.ts'

/* 我的租车: what a customer who proved a mobile sees and does about their rentals at the merchant of a booking page. */

const permission = ['order.create'] as const

const Rental = z.object({
  orderId: out.id,
  orderNo: z.string(),
  status: out.code(orderStatuses),
  model: z.string(),
  storeName: z.string(),
  storeAddress: z.string(),
  storePhone: z.string(),
  returnStoreName: z.string(),
  pickupAt: out.time,
  returnAt: out.time,
  total: out.fen,
  /** What the customer can pay online now; 0: nothing. */
  due: out.fen,
  /** Until when an unpaid booking holds the car. */
  payUntil: out.time.nullable(),
  /** Booked on a platform, which changes and cancels it; what was paid there is not shown. */
  byPlatform: Flag,
  /** A company pays at the end of the month by prices that are its own. */
  byCompany: Flag,
  /** Its name, and the prices with it, for somebody who may book for it; else ''. */
  company: z.string(),
})

/** A line of the price, fen. */
const Line = z.object({ name: z.string(), qty: z.number(), amount: out.fen, formula: z.string() })
const Picture = z.object({ url: z.string(), thumbUrl: z.string().nullable() })

/** A page that is due: to pay, to sign, a handover without staff, a violation. */
const Room = z.object({
  room: out.word(roomNames),
  refId: out.id,
  name: z.string(),
  /** What is to be paid there, fen; null where nothing is. */
  amount: out.fen.nullable(),
})

const Place = z.object({
  address: z.string(),
  phone: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
})

/** The documents of the renter, which they photograph before the pickup and staff check. No picture is shown again. */
const Documents = z.object({
  status: out.code(verifyStatuses),
  identityType: out.code(identityTypes),
  /** null: not said. */
  licenceKind: out.code(licenceKinds).nullable(),
  /** The kinds that can be chosen, in Chinese, with what the law asks of the holder. */
  licences: z.array(
    z.object({
      kind: out.code(licenceKinds),
      name: z.string(),
      duty: z.string(),
      /** Its holder may drive without a further document. */
      valid: Flag,
      /** It ends on a day, which has to be said. */
      ends: Flag,
      /** The one of nearly all holders of an identity card. */
      usual: Flag,
    }),
  ),
  /** The last day of a temporary permit, and the day until which it has to be valid. */
  permitUntil: out.date.nullable(),
  returnOn: out.date,
  /** Until when they are needed. */
  by: out.time,
  /** The pictures that are wanted; none once the documents are approved. */
  pages: z.array(z.object({ slot: out.word(documentSlots), name: z.string(), taken: Flag })),
  /** The consent that the first picture needs, as its text; null: the customer has given it before. */
  consent: z.string().nullable(),
})

const changeRefusals = [
  'invalidToken',
  'orderNotFound',
  'orderStatusRefuses',
  'sitePlatformOrder',
  'siteAtStore',
  'siteSoldOut',
] as const

export const siteMine = {
  rentals: read({
    path: '/s/api/rentals',
    summary: '我的租车',
    permission,
    output: z.object({
      mobile: z.string(),
      rentals: z.array(Rental),
      more: z.boolean(),
      /** Companies of which the customer is a contact, with the people who may book for them. */
      invites: z.array(
        z.object({
          companyId: out.id,
          name: z.string(),
          bookers: z.array(z.object({ ...invitation, valid: Flag })),
        }),
      ),
      /** WeChat recognises the customer, and whether it reminds them; null: it does not. */
      wechat: z.object({ reminders: Flag }).nullable(),
    }),
    refusals: ['invalidToken'],
  }),
  /** A contact of a company takes an invitation back. */
  endInvite: write({
    path: '/s/api/invite/end',
    summary: '收回同事邀请',
    permission,
    repeat: 'natural',
    input: z.object({ bookerId: id('邀请') }),
    output: z.object({}),
    refusals: ['invalidToken', 'companyNotContact'],
  }),
  rental: read({
    path: '/s/api/rental',
    summary: '我的订单',
    permission,
    input: z.object({ orderId: id('订单') }),
    output: z.object({
      ...Rental.shape,
      now: out.time,
      next: out.word(nextSteps),
      rooms: z.array(Room),
      modelId: out.id,
      storeId: out.id,
      returnStoreId: out.id,
      pickupPlace: Place,
      returnPlace: Place,
      plate: z.string(),
      actualPickupAt: out.time.nullable(),
      actualReturnAt: out.time.nullable(),
      lines: z.array(Line),
      /** Rent and charges: what was paid, and what is owed, fen. */
      paid: out.fen,
      owed: out.fen,
      deposits: z.array(
        z.object({
          kind: out.code(depositKinds),
          amount: out.fen,
          state: out.word(depositStates),
          /** What was taken from it, and what is still with the merchant, fen. */
          taken: out.fen,
          held: out.fen,
          /** When the violation deposit is to come back. */
          backAt: out.time.nullable(),
        }),
      ),
      /** The renter's documents; null: the pickup is over, or the renter's file has another mobile. */
      documents: Documents.nullable(),
      papers: z.array(z.object({ name: z.string(), no: z.string(), signed: Flag })),
      damages: z.array(
        z.object({
          status: out.code(damageStatuses),
          parts: z.array(z.string()),
          /** What the customer pays for it, fen; null before it is decided. */
          amount: out.fen.nullable(),
          photos: z.array(Picture),
        }),
      ),
      violations: z.array(
        z.object({
          status: out.code(violationStatuses),
          act: z.string(),
          place: z.string(),
          occurAt: out.time,
          fine: out.fen.nullable(),
          points: out.count,
          deadlineAt: out.time.nullable(),
          evidence: z.array(Picture),
        }),
      ),
      payments: z.array(
        z.object({
          at: out.time,
          payKind: out.code(payKinds),
          payWay: out.code(payWays),
          amount: out.fen,
          /** Money that went back to the customer. */
          back: Flag,
        }),
      ),
      invoices: z.array(
        z.object({ status: out.code(invoiceStatuses), title: z.string(), amount: out.fen, number: z.string() }),
      ),
      /** What may still be invoiced, fen; 0: nothing, or not yet. */
      invoiceable: out.fen,
      /** What cancelling costs now, fen; null when it cannot be cancelled here. */
      penalty: out.fen.nullable(),
      refund: out.fen,
      /** Which times the customer may change here: of a booking, or the return of a car in use; null: none. */
      change: out.word(changeKinds).nullable(),
    }),
    refusals: ['invalidToken', 'orderNotFound'],
  }),
  /** The way into a page of the rental that is due. */
  room: write({
    path: '/s/api/room',
    summary: '办理',
    permission,
    repeat: 'natural',
    input: z.object({ orderId: id('订单'), room: word(roomNames, '事项'), refId: id('事项') }),
    output: z.object({ url: z.string() }),
    refusals: ['invalidToken', 'orderNotFound', 'notFound', 'alreadyPaid', 'payWayClosed'],
  }),
  /** A picture of a document. Repeated, the newer picture takes the place of the other. */
  document: write({
    path: '/s/api/document',
    summary: '上传证件照片',
    permission,
    repeat: 'natural',
    upload: true,
    input: z.object({
      orderId: id('订单'),
      slot: word(documentSlots, '证件'),
      /** The kind of the identity document, until staff have entered its number. */
      identityType: code(identityTypes, '证件类型'),
      /** The kind of the driving licence, until staff have entered it. Missing: as it was said before. */
      licenceKind: maybe(code(licenceKinds, '驾驶证类型')),
      /** The last day of a temporary permit. */
      permitUntil: maybe(date('临时驾驶许可截止日期')),
      /** The customer agrees to the text that they were shown. */
      consent: maybe(Flag),
    }),
    output: z.object({ documents: Documents.nullable() }),
    refusals: [
      'invalidToken',
      'orderNotFound',
      'checkDone',
      'licenceNotAlone',
      'permitEnds',
      'fileTypeRefused',
      'fileTooLarge',
      'notFound',
    ],
  }),
  cancel: write({
    path: '/s/api/cancel',
    summary: '取消订单',
    permission,
    repeat: 'natural',
    input: z.object({
      orderId: id('订单'),
      /** What the customer was told that it costs, fen. */
      penalty: int(0, 100_000_000_000, '取消费'),
    }),
    output: z.object({ penalty: out.fen, refund: out.fen }),
    refusals: [
      'invalidToken',
      'orderNotFound',
      'penaltyChanged',
      'orderStatusRefuses',
      'sitePlatformOrder',
      'siteAtStore',
    ],
  }),
  /** What other times cost: before the pickup both may move, in use the return moves later (续租). */
  changePrice: write({
    path: '/s/api/change_price',
    summary: '改时间试算',
    permission,
    repeat: 'natural',
    changes: false,
    audit: false,
    input: z.object({
      orderId: id('订单'),
      /** Only before the pickup. */
      pickupAt: maybe(time('取车时间')),
      returnAt: time('还车时间'),
    }),
    output: z.object({
      quoteId: out.id,
      expiresAt: out.time,
      /** The difference, fen; negative: less than now. */
      difference: out.fen,
      /** The lines that change, or those of the renewal. */
      lines: z.array(z.object({ name: z.string(), amount: out.fen })),
    }),
    refusals: [...changeRefusals, 'renewalOpen', 'renewalNoVehicle', 'overdueUnsettled', 'priceMissing', 'planPending'],
  }),
  /** Changes the times at the price of {@link changePrice}. A renewal is valid once it is paid. */
  change: write({
    path: '/s/api/change',
    summary: '改时间',
    permission,
    repeat: 'natural',
    input: z.object({ orderId: id('订单'), quoteId: id('报价') }),
    /** The page to pay a renewal; null: the change is valid. */
    output: z.object({ url: z.string().nullable() }),
    refusals: [
      ...changeRefusals,
      'renewalOpen',
      'renewalNoVehicle',
      'overdueUnsettled',
      'quoteExpired',
      'priceChanged',
      'payWayClosed',
      'planPending',
    ],
  }),
  askInvoice: write({
    path: '/s/api/invoice',
    summary: '申请发票',
    permission,
    repeat: 'natural',
    input: z.object({
      orderId: id('订单'),
      title: text(1, 100, '发票抬头'),
      /** Of a company. */
      taxNo: maybe(TaxNo),
    }),
    output: z.object({ amount: out.fen }),
    refusals: ['invalidToken', 'orderNotFound'],
  }),
} satisfies Record<string, Call>
