import { carTypes, energies, gearboxes } from '@cheyi/domain/fleet/inventory/codes'
import { depositKinds } from '@cheyi/domain/money/deposit/codes'
import { z } from 'zod'
import { type Call, read, write } from '../kernel/call.ts'
import { date, decimal, Flag, id, int, list, Mobile, maybe, nestedRecord, text, time } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { OpeningHours } from '../platform/store.ts'
import { siteMine } from './site-mine.ts'
import { siteWechat } from './site-wechat.ts'

/*
 * Calls of a merchant's booking page, which anybody may make: /s/<name>/api/<call>. They are not among the calls of staff. The merchant is
 * found by the name in the address, the customer by a cookie that a code of their phone opened.
 */

/** Inside the server the page has the permissions of somebody who books; none of them overrides a guard. */
export const sitePermissions = [
  'order.create',
  'order.list',
  'order.cancel',
  'order.modify',
  'price',
  'stock',
  'channel',
] as const
const permission = ['order.create'] as const

/** Most kinds of services of one booking. */
const MOST_SERVICES = 20
/** Most pieces of one kind. */
export const MOST_PIECES = 10

const tripFields = {
  storeId: id('取车门店'),
  /** Missing: the same store. */
  returnStoreId: maybe(id('还车门店')),
  pickupAt: time('取车时间'),
  returnAt: time('还车时间'),
  /** Where the car is brought to, WGS-84; missing: it is picked up at the store. */
  delivery: maybe(
    nestedRecord(
      {
        address: text(1, 200, '送车地址'),
        lng: decimal(-180, 180, '经度'),
        lat: decimal(-90, 90, '纬度'),
        /** It is fetched there after the rental, too. */
        collect: Flag,
      },
      '送车地址',
    ),
  ),
}

const Store = z.object({
  storeId: out.id,
  name: z.string(),
  city: z.string(),
  address: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  phone: z.string(),
  /** For example 周一至周日 08:00–20:00. */
  hours: z.string(),
  openings: z.array(OpeningHours),
  /** Whether it brings cars to an address, and the map service can find addresses. */
  delivers: z.boolean(),
  /** Whether it collects them where it brought them. */
  collects: z.boolean(),
  /** Dates ahead that are closed, or have windows of their own. */
  exceptions: z.array(z.object({ date: out.date, closed: z.boolean(), hours: z.array(OpeningHours) })),
})

const modelFields = {
  modelId: out.id,
  name: z.string(),
  carType: out.code(carTypes),
  seats: out.count,
  gearbox: out.code(gearboxes),
  energy: out.code(energies),
  displacement: z.string(),
  /** Kilometres of a full battery; 0: none, or not known. */
  rangeKm: out.count,
  /** Cases of about 28 inches that fit, and of about 20 inches beside them; null: the merchant does not say. */
  largeCases: out.count.nullable(),
  smallCases: out.count.nullable(),
  /** A signed address. */
  image: z.string().nullable(),
}

/** A company for which the customer was invited to book: its agreed prices, on its account. Missing: the customer rents. */
const forCompany = { companyId: maybe(id('企业')) }

/** A line of the price, fen. */
const Line = z.object({ name: z.string(), qty: z.number(), amount: out.fen, formula: z.string() })
const Deposit = z.object({ kind: out.code(depositKinds), amount: out.fen })

export const sitePage = {
  home: read({
    path: '/s/api/home',
    summary: '首页',
    permission,
    output: z.object({
      name: z.string(),
      /** A signed address of the merchant's logo; null without one. */
      logo: z.string().nullable(),
      about: z.string(),
      phone: z.string(),
      colour: z.string(),
      payNow: z.boolean(),
      payAtStore: z.boolean(),
      selfService: z.boolean(),
      stores: z.array(Store),
      /** The masked mobile of the customer who is signed in. */
      mobile: z.string().nullable(),
      /** Companies for which that customer was invited to book. */
      companies: z.array(z.object({ companyId: out.id, name: z.string() })),
      /** The page is open inside WeChat, which said who opened it: they can be recognised the next time. */
      wechat: Flag,
      now: out.time,
    }),
  }),
  search: read({
    path: '/s/api/search',
    summary: '搜索车型',
    permission,
    input: z.object({ ...tripFields, ...forCompany }),
    output: z.object({
      /** Days that are charged. */
      days: z.number(),
      models: z.array(
        z.object({
          ...modelFields,
          /** All that a rental costs, fen, and the same by day; null with the reason `why`. */
          total: out.fen.nullable(),
          perDay: out.fen.nullable(),
          /** Deposits together, fen. */
          deposit: out.fen,
          /** Free cars, at most 5; 0: sold out. */
          left: out.count,
          why: z.string().nullable(),
          /** Where it is sold out: the nearest trips of the same length for which a car is free. */
          near: z.array(z.object({ pickupAt: out.time, returnAt: out.time })),
        }),
      ),
    }),
    refusals: ['siteNotInvited'],
  }),
  /** Places of a name or address near a store, for the address of a delivery. */
  places: read({
    path: '/s/api/places',
    summary: '查找地址',
    permission,
    input: z.object({ storeId: id('取车门店'), text: text(2, 50, '送车地址') }),
    output: z.object({
      places: z.array(z.object({ name: z.string(), address: z.string(), lng: z.number(), lat: z.number() })),
    }),
  }),
  /** A model for a trip, with its price held for 15 minutes. */
  offer: write({
    path: '/s/api/offer',
    summary: '车型报价',
    permission,
    repeat: 'natural',
    changes: false,
    audit: false,
    input: z.object({
      ...tripFields,
      ...forCompany,
      modelId: id('车型'),
      services: maybe(
        list(
          nestedRecord({ code: text(1, 64, '服务'), qty: int(1, MOST_PIECES, '数量') }, '服务'),
          MOST_SERVICES,
          '服务',
        ),
      ),
      coupon: maybe(text(0, 30, '优惠券码')),
    }),
    output: z.object({
      ...modelFields,
      quoteId: out.id,
      expiresAt: out.time,
      days: z.number(),
      total: out.fen,
      lines: z.array(Line),
      deposits: z.array(Deposit),
      /** 芝麻免押 and the like: ways to have no deposit. */
      waivable: z.boolean(),
      /** When cancelling costs what, in words. */
      cancelRule: z.array(z.string()),
      /** Kilometres included a day, and fen for each further one; 0: no limit. */
      kmPerDay: out.count,
      perKm: out.fen,
      /** What may be added: its price in fen and what it is charged by. */
      services: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          /** What it covers or contains, as the merchant wrote it. */
          description: z.string(),
          price: out.fen,
          unit: z.string(),
          /** Days that are charged at most; null: all. */
          capDays: out.count.nullable(),
          /** How many are chosen, and how many may be. */
          qty: out.count,
          most: out.count,
          must: z.boolean(),
        }),
      ),
      /** The coupon that was typed, which the total is lower by; null without one. */
      coupon: z.object({ code: z.string(), amount: out.fen }).nullable(),
      /** Who pays by agreed prices; null: the customer. */
      company: z.string().nullable(),
      left: out.count,
      storeName: z.string(),
      returnStoreName: z.string(),
    }),
    refusals: [
      'siteSoldOut',
      'siteNotInvited',
      'couponUnknown',
      'couponDates',
      'couponModel',
      'couponLeast',
      'couponUsedUp',
      'couponOnce',
      'couponNothing',
    ],
  }),
  sendCode: write({
    path: '/s/api/code',
    summary: '发送验证码',
    permission,
    repeat: 'natural',
    changes: false,
    audit: false,
    input: z.object({
      mobile: Mobile,
      captchaId: maybe(id('图形验证码')),
      captchaCode: maybe(text(1, 10, '图形验证码')),
    }),
    /** Seconds. */
    output: z.object({ resendAfter: out.count }),
    refusals: ['captchaNeeded', 'smsTooFrequent'],
  }),
  enter: write({
    path: '/s/api/enter',
    summary: '验证手机号',
    permission,
    repeat: 'natural',
    changes: false,
    audit: false,
    input: z.object({
      mobile: Mobile,
      smsCode: text(6, 6, '验证码', '请输入验证码'),
      /** The customer agrees to be recognised inside WeChat, and to be reminded there. */
      remember: maybe(Flag),
    }),
    output: z.object({ mobile: z.string() }),
    refusals: ['wrongCode'],
  }),
  book: write({
    path: '/s/api/book',
    summary: '预订',
    permission,
    repeat: 'natural',
    input: z.object({
      quoteId: id('报价'),
      /** The total that the customer saw, fen. */
      total: int(0, 100_000_000_000, '总价'),
      name: text(1, 30, '姓名'),
      payNow: Flag,
      /** The car is taken and returned without staff, where the merchant offers it and nobody brings it. */
      selfService: maybe(Flag),
      remark: maybe(text(0, 200, '备注')),
    }),
    output: z.object({
      orderId: out.id,
      orderNo: z.string(),
      /** The page to pay; null where it is paid at the store. */
      payUrl: z.string().nullable(),
    }),
    refusals: [
      'siteSoldOut',
      'siteRefused',
      'siteTooMany',
      'siteCompanyLimit',
      'couponUnknown',
      'couponUsedUp',
      'couponOnce',
      'planPending',
      'quoteExpired',
      'priceChanged',
      'invalidToken',
    ],
  }),
  /** A contact of a company invites a colleague to book for it, by an SMS with the address of the page. One who is invited stays so. */
  invite: write({
    path: '/s/api/invite',
    summary: '邀请同事',
    permission,
    repeat: 'natural',
    input: z.object({
      companyId: id('企业'),
      name: text(1, 30, '姓名'),
      mobile: Mobile,
      /** Missing: until it is taken back. */
      untilOn: maybe(date('有效期至')),
    }),
    output: z.object({}),
    refusals: ['invalidToken', 'companyNotContact', 'companyInvitesUsedUp', 'textsExhausted'],
  }),
  ...siteMine,
  ...siteWechat,
} satisfies Record<string, Call>

export type SitePage = typeof sitePage
