import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { MAX_TAG, MAX_TAGS } from '@cheyi/domain/fleet/inventory/tags'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  ContactPhone,
  cursorPaging,
  date,
  Flag,
  fen,
  flag,
  id,
  int,
  list,
  Mobile,
  maybe,
  orElse,
  TaxNo,
  text,
  Version,
} from '../kernel/field.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'

/** 企业客户: companies that rent, with their contacts, credit limit and agreed prices. */

const seeing = ['order.create', 'longOrder.create', 'longOrder.flow'] as const

const fields = {
  name: text(1, 60, '单位名称'),
  /** Missing: none. */
  taxNo: maybe(TaxNo),
  address: orElse(text(0, 120, '地址'), ''),
  phone: orElse(text(0, 20, '电话'), ''),
  bank: orElse(text(0, 60, '开户行'), ''),
  bankAccount: orElse(text(0, 40, '银行账号'), ''),
  note: orElse(text(0, 500, '备注'), ''),
  tags: orElse(list(text(1, MAX_TAG, '标签'), MAX_TAGS, '标签'), []),
}

/** Share of the list price: 9000 is a tenth off. */
const rate = (label: string) => maybe(int(1000, 10000, label))

const Credit = {
  /** Fen; null: no limit. */
  credit: out.fen.nullable(),
  /** What its orders owe today, without instalments that are due later, fen; null for an account that does not see all stores. */
  owed: out.fen.nullable(),
  /** What it owes beyond its credit, fen; 0 within it, null as `owed`. */
  over: out.fen.nullable(),
}

const AgreedModel = z.object({
  modelId: out.id,
  modelName: z.string(),
  rateBp: out.count.nullable(),
  dayPrice: out.fen.nullable(),
  monthPrice: out.fen.nullable(),
})

/** Who may book for a company on the booking page. */
export const invitation = {
  bookerId: out.id,
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  /** The last day; null: until it is taken back. */
  untilOn: out.date.nullable(),
}

export const company = {
  page: read({
    path: '/api/company/v1/page',
    summary: '企业客户列表',
    permission: seeing,
    input: z.object({
      ...cursorPaging(),
      /** Any part of its name or tax number. */
      keyword: maybe(text(0, 60, '单位名称')),
      tag: maybe(text(1, MAX_TAG, '标签')),
      /** Only those that owe more than their credit. */
      over: maybe(Flag),
    }),
    /** Those in use first, then the newest. */
    output: out.page(
      z.object({
        companyId: out.id,
        name: z.string(),
        taxNo: z.string(),
        tags: z.array(z.string()),
        enabled: z.boolean(),
        ...Credit,
      }),
    ),
  }),
  detail: read({
    path: '/api/company/v1/detail',
    summary: '企业客户',
    permission: seeing,
    input: z.object({ companyId: id('企业客户') }),
    output: z.object({
      companyId: out.id,
      name: z.string(),
      taxNo: z.string(),
      address: z.string(),
      phone: z.string(),
      bank: z.string(),
      bankAccount: z.string(),
      note: z.string(),
      tags: z.array(z.string()),
      enabled: z.boolean(),
      ...Credit,
      payDays: out.count,
      rateBp: out.count.nullable(),
      prices: z.array(AgreedModel),
      /** Mobile numbers masked. */
      contacts: z.array(z.object({ contactId: out.id, name: z.string(), phone: z.string() })),
      /** Who may book on the booking page: the valid invitations first, then the newest; 50 at most. Mobile numbers masked. */
      bookers: z.array(
        z.object({
          ...invitation,
          /** When it was taken back. */
          endedAt: out.time.nullable(),
          /** The contact of the company who invited; '' for one who is deleted, null: staff. */
          invitedBy: z.string().nullable(),
        }),
      ),
      /** The 20 newest that the caller may see. */
      orders: z.array(
        z.object({
          ...orderRef,
          status: out.code(orderStatuses),
          modelName: z.string(),
          contactName: z.string(),
          pickupAt: out.time,
          returnAt: out.time,
          total: out.fen,
        }),
      ),
      version: out.count,
    }),
    refusals: ['notFound'],
  }),
  create: write({
    operators: false,
    path: '/api/company/v1/create',
    summary: '新建企业客户',
    permission: seeing,
    input: z.object(fields),
    output: z.object({ companyId: out.id }),
  }),
  edit: write({
    operators: false,
    path: '/api/company/v1/edit',
    summary: '修改企业客户',
    permission: seeing,
    reach: 'merchant',
    repeat: 'version',
    input: z.object({ companyId: id('企业客户'), version: Version, ...fields }),
    output: z.object({ version: out.count }),
    refusals: ['notFound'],
  }),
  saveTerms: write({
    operators: false,
    path: '/api/company/v1/terms/save',
    summary: '设置企业协议',
    permission: ['price.edit'],
    reach: 'merchant',
    repeat: 'version',
    input: z.object({
      companyId: id('企业客户'),
      version: Version,
      /** Missing: no limit. */
      credit: maybe(fen('信用额度')),
      payDays: orElse(int(0, 365, '账期天数'), 0),
      /** For models without a price of their own; missing: the list price. */
      rateBp: rate('协议折扣'),
      enabled: flag('请选择是否启用', '启用'),
    }),
    output: z.object({ version: out.count }),
    refusals: ['notFound'],
  }),
  savePrice: write({
    operators: false,
    path: '/api/company/v1/price/save',
    summary: '设置企业协议价',
    permission: ['price.edit'],
    reach: 'merchant',
    repeat: 'natural',
    /** All three missing removes the price of the model. */
    input: z.object({
      companyId: id('企业客户'),
      modelId: id('车型'),
      rateBp: rate('协议折扣'),
      dayPrice: maybe(fen('协议日租', 1)),
      monthPrice: maybe(fen('协议月租', 1)),
    }),
    output: z.object({}),
    refusals: ['notFound'],
  }),
  saveContact: write({
    operators: false,
    path: '/api/company/v1/contact/save',
    summary: '保存企业联系人',
    permission: seeing,
    input: z.object({
      companyId: id('企业客户'),
      /** Missing: a new one. */
      contactId: maybe(id('联系人')),
      name: text(1, 30, '联系人'),
      /** May be missing for an existing one, since forms show it masked. */
      phone: maybe(ContactPhone),
    }),
    output: z.object({ contactId: out.id }),
    refusals: ['notFound'],
  }),
  removeContact: write({
    operators: false,
    path: '/api/company/v1/contact/remove',
    summary: '删除企业联系人',
    permission: seeing,
    reach: 'merchant',
    input: z.object({ contactId: id('联系人') }),
    output: z.object({}),
    refusals: ['notFound'],
  }),
  revealContact: write({
    operators: false,
    path: '/api/company/v1/contact/reveal',
    summary: '查看联系人完整号码',
    permission: seeing,
    repeat: 'natural',
    changes: false,
    input: z.object({ contactId: id('联系人') }),
    output: z.object({ phone: z.string() }),
    refusals: ['proofNeeded', 'notFound'],
  }),
  /** Invites somebody to book for the company on the booking page, by an SMS with its address; or changes name and last day of an invitation. */
  saveBooker: write({
    operators: false,
    path: '/api/company/v1/booker/save',
    summary: '邀请企业预订人',
    permission: ['price.edit'],
    reach: 'merchant',
    input: z.object({
      companyId: id('企业客户'),
      /** Missing: a new one. */
      bookerId: maybe(id('预订人')),
      name: text(1, 30, '姓名'),
      /** Of a new one; that of an invitation stays. */
      mobile: maybe(Mobile),
      /** Missing: until it is taken back. */
      untilOn: maybe(date('有效期至')),
    }),
    output: z.object({ bookerId: out.id }),
    refusals: ['notFound', 'companyNoPage', 'textsExhausted'],
  }),
  /** Takes an invitation back: from now on the person books nothing for the company. Bookings that were made stay. */
  endBooker: write({
    operators: false,
    path: '/api/company/v1/booker/end',
    summary: '收回企业预订邀请',
    permission: ['price.edit'],
    reach: 'merchant',
    repeat: 'natural',
    input: z.object({ bookerId: id('预订人') }),
    output: z.object({}),
    refusals: ['notFound'],
  }),
}
