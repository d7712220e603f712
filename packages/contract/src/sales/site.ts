import { channelStatuses, priceRuleModes } from '@cheyi/domain/sales/channel/codes'
import { colourFault } from '@cheyi/domain/sales/site/colour'
import { siteNameFault } from '@cheyi/domain/sales/site/site-name'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { flag, linkToken, maybe, text, Version } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

/* 自营网站: the merchant's own booking page. Its stores, models, prices and stock are those of the channel 自营网站. */

const Settings = {
  /** The last part of its address, /s/<name>. */
  name: text(3, 30, '网址'),
  about: text(0, 500, '店铺介绍'),
  phone: text(0, 20, '联系电话'),
  /** `#rrggbb`. */
  colour: text(7, 7, '主色'),
  /** At least one of both. */
  payNow: flag('请选择是否可在线支付', '在线支付'),
  payAtStore: flag('请选择是否可到店付', '到店付'),
  /** Customers may choose to take and return the car without staff. */
  selfService: flag('请选择客户是否可自助取还', '自助取还'),
}

export const site = {
  /** The rental of a customer's link on the booking page, for the pages of links to lead back to it, and to have its head. */
  ofLink: read({
    path: '/api/site/v1/of_link',
    summary: '链接对应的租车页',
    permission: 'public',
    input: z.object({ t: linkToken() }),
    /** null: the merchant has no booking page, or the link is about no order. */
    output: z.object({
      path: z.string().nullable(),
      /** The merchant as the head of the booking page shows it; null: the page is closed, or there is none. */
      site: z
        .object({
          /** The address of the page. */
          home: z.string(),
          name: z.string(),
          /** A signed address; null without a logo. */
          logo: z.string().nullable(),
          phone: z.string(),
          colour: z.string(),
        })
        .nullable(),
    }),
    refusals: ['linkExpired'],
  }),
  detail: read({
    path: '/api/site/v1/detail',
    summary: '自营网站',
    permission: ['channel'],
    output: z.object({
      /** Status of the channel 自营网站: the page sells while it is open. */
      status: out.code(channelStatuses),
      version: out.count,
      name: z.string(),
      about: z.string(),
      phone: z.string(),
      colour: z.string(),
      payNow: z.boolean(),
      payAtStore: z.boolean(),
      selfService: z.boolean(),
      /** The address of the page. */
      url: z.string(),
      /** The own domain with what the merchant enters at its DNS; null: none. */
      host: z
        .object({
          host: z.string(),
          /** The TXT record that proves it. */
          proof: z.object({ name: z.string(), value: z.string() }),
          /** The host to which the domain has to lead (CNAME). */
          target: z.string(),
          /** null: not proved yet. */
          provedAt: out.time.nullable(),
          /** Whether it led here when it was checked last. */
          leads: z.boolean(),
          checkedAt: out.time.nullable(),
          /** Since when the proof is missing again. */
          lostAt: out.time.nullable(),
        })
        .nullable(),
      /** The merchant as the page names it. */
      merchant: z.string(),
      /** Stores and models that can be booked, and pairs of them with cars but without a price. */
      stores: out.count,
      models: out.count,
      unpriced: out.count,
      priceMode: out.code(priceRuleModes),
      priceValue: out.count,
      /** Whether the merchant has a way to be paid online. */
      paysOnline: z.boolean(),
    }),
  }),
  save: write({
    operators: false,
    path: '/api/site/v1/save',
    summary: '保存自营网站',
    permission: ['channel.edit'],
    repeat: 'version',
    reach: 'merchant',
    input: z.object({ ...Settings, version: Version }).superRefine((value, ctx) => {
      const miss = (field: string, message: string) => ctx.addIssue({ code: 'custom', path: [field], message })
      const name = siteNameFault(value.name)
      if (name !== null) miss('name', name)
      const colour = colourFault(value.colour)
      if (colour !== null) miss('colour', colour)
      if (!value.payNow && !value.payAtStore) miss('payNow', '在线支付和到店付至少开启一种')
    }),
    output: z.object({ version: out.count }),
    refusals: ['stale', 'siteNameTaken'],
  }),
  /** Opens the page, with all stores and models where none was chosen yet, or closes it; bookings that were made stay. */
  turn: write({
    operators: false,
    path: '/api/site/v1/turn',
    summary: '开启、关闭自营网站',
    permission: ['channel.edit'],
    repeat: 'natural',
    reach: 'merchant',
    input: z.object({ on: flag('请选择开启或关闭', '网上预订') }),
    output: z.object({ status: out.code(channelStatuses) }),
    refusals: ['mappingMissing'],
    refreshes: ['channel', 'quote', 'price', 'stock', 'merchant'],
  }),
  /** Nothing is served at the domain from now on. */
  hostRemove: write({
    operators: false,
    path: '/api/site/v1/host/remove',
    summary: '停用自有域名',
    permission: ['channel.edit'],
    repeat: 'natural',
    reach: 'merchant',
    output: z.object({}),
  }),
  /** Looks for the proof at the DNS, and whether the domain leads here. */
  hostCheck: write({
    operators: false,
    path: '/api/site/v1/host/check',
    summary: '检查自有域名',
    permission: ['channel.edit'],
    repeat: 'natural',
    reach: 'merchant',
    output: z.object({ proved: z.boolean(), leads: z.boolean() }),
    refusals: ['notFound', 'siteHostUnproved', 'siteHostSilent', 'siteHostTaken'],
  }),
  /** A domain of the merchant for the page. It counts once {@link hostCheck} has found the proof; another one that was there ends. */
  hostSave: write({
    operators: false,
    path: '/api/site/v1/host/save',
    summary: '设置自有域名',
    permission: ['channel.edit'],
    repeat: 'natural',
    reach: 'merchant',
    input: z.object({ host: text(1, 253, '域名') }),
    output: z.object({}),
  }),
  /** What visitors did in 30 days, by the place that led them there, and what they looked for in vain. */
  funnel: read({
    path: '/api/site/v1/funnel',
    summary: '自营网站访问与预订',
    permission: ['channel'],
    reach: 'merchant',
    output: z.object({
      from: out.date,
      to: out.date,
      /** Visits without a place first (code ''), then the places of the merchant, then all others (code '-'). */
      places: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          visits: out.count,
          searches: out.count,
          /** Searches that found no car at all. */
          empty: out.count,
          offers: out.count,
          /** Cancelled ones count, because they were made. */
          bookings: out.count,
          /** Bookings of which something was paid. */
          paid: out.count,
        }),
      ),
      /** Models that were sold out when they were looked for, by day of the pickup; the most wanted first, 30 at most. */
      lacks: z.array(z.object({ modelId: out.id, model: z.string(), wantedOn: out.date, n: out.count })),
    }),
  }),
  /** A place where the QR code is shown: a new one, or another name of one. */
  placeSave: write({
    operators: false,
    path: '/api/site/v1/place/save',
    summary: '保存投放位置',
    permission: ['channel.edit'],
    reach: 'merchant',
    input: z.object({
      /** Missing: a new place. */
      code: maybe(text(2, 5, '位置编号')),
      name: text(1, 20, '名称'),
    }),
    output: z.object({ code: z.string() }),
    refusals: ['notFound'],
  }),
}
