import { sources, tickable } from '@cheyi/domain/booking/order/codes'
import { channelStatuses, priceRuleModes, stockRuleModes } from '@cheyi/domain/sales/channel/codes'
import { channelActions } from '@cheyi/domain/sales/channel/steps'
import { MOST_ROWS } from '@cheyi/domain/sales/channel/suggest'
import { roundings, termsFault } from '@cheyi/domain/sales/channel/terms'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  code,
  fen,
  flag,
  id,
  int,
  list,
  nestedRecord,
  orCleared,
  orElse,
  text,
  Version,
  word,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { keyCalls } from './channel-key.ts'
import { statementCalls } from './channel-statement.ts'

/* 渠道: platforms that sell for the merchant. Orders that staff enter for a platform have the channel as their source. */

/** Enough for 500 rows. */
const MAPPING_BODY = 288 * 1024

export const mappingKinds = ['store', 'model', 'service'] as const

const PriceTerms = {
  priceMode: out.code(priceRuleModes),
  priceValue: out.count,
  roundTo: out.code(roundings),
  minFen: out.fen,
}
const StockTerms = { stockMode: out.code(stockRuleModes), stockValue: out.count, bufferUnits: out.count }

/** How complete a channel's setup is. */
const Progress = {
  status: out.code(channelStatuses),
  version: out.count,
  /** Active stores and models that are open to the channel. */
  stores: out.count,
  models: out.count,
  /** Pairs of these stores and models with a price, and those with cars but without one. */
  priced: out.count,
  unpriced: out.count,
}

const ofMerchant = code(tickable, '渠道')

export const channel = {
  overview: read({
    path: '/api/channel/v1/overview',
    summary: '渠道总览',
    permission: ['channel'],
    output: z.object({
      /** All active stores and models that the caller may access. */
      allStores: out.count,
      allModels: out.count,
      /** Orders booked in the last 30 days without cancelled ones, of all sources that the caller may see. */
      orders30: out.count,
      /** Offline first, without a status, since it is always active. */
      channels: z.array(
        z.object({
          source: out.code(sources),
          ...Progress,
          ...PriceTerms,
          ...StockTerms,
          commissionBp: out.count,
          ordersToday: out.count,
          orders30: out.count,
          /** Of the last 30 days: what its returned orders came to, and the commission of them; null without the permission 经营金额. */
          earned30: out.fen.nullable(),
          commission30: out.fen.nullable(),
        }),
      ),
    }),
  }),
  detail: read({
    path: '/api/channel/v1/detail',
    summary: '渠道详情',
    permission: ['channel'],
    input: z.object({ source: ofMerchant }),
    output: z.object({
      source: out.code(sources),
      ...Progress,
      vendorCode: z.string(),
      contact: z.string(),
      commissionBp: out.count,
      /** For orders of the open API. */
      autoConfirm: z.boolean(),
      confirmTimeoutMin: out.count,
      toleranceFen: out.fen,
      /** The platform collects what its orders cost, unless an order says otherwise. */
      prepaid: z.boolean(),
      /** When the platform pays what it collected: days after the return, or after the end of its month. */
      settleMonthly: z.boolean(),
      settleDays: out.count,
      minLeadMinutes: out.count.nullable(),
      maxDays: out.count.nullable(),
      ...PriceTerms,
      ...StockTerms,
      openedAt: out.time.nullable(),
      openOrders: out.count,
    }),
  }),
  save: write({
    operators: false,
    path: '/api/channel/v1/save',
    summary: '保存渠道设置',
    permission: ['channel.edit'],
    repeat: 'version',
    reach: 'merchant',
    input: z
      .object({
        source: ofMerchant,
        version: Version,
        vendorCode: text(0, 50, '商家编号'),
        contact: text(0, 100, '联系人'),
        commissionBp: int(0, 5000, '佣金比例', '佣金比例应为0-50%'),
        /** Orders of the open API are accepted automatically, or by staff within this number of minutes. */
        autoConfirm: orElse(flag('请选择是否自动接单', '自动接单'), true),
        confirmTimeoutMin: orElse(int(5, 240, '确认时限', '确认时限应为5至240分钟'), 30),
        /** Largest difference between the platform's total and ours, fen. */
        toleranceFen: orElse(int(0, 100_000, '价差容忍', '价差容忍应为¥0.00至¥1,000.00'), 100),
        prepaid: orElse(flag('请选择是否由平台代收', '平台代收订单款'), false),
        settleMonthly: orElse(flag('请选择是否按月结算', '按月结算'), true),
        settleDays: orElse(int(0, 120, '结算周期', '结算周期应为0至120天'), 15),
        minLeadMinutes: orCleared(int(0, 43_200, '最短提前时间', '最短提前时间应为0至43200分钟')),
        maxDays: orCleared(int(1, 365, '最长租期', '最长租期应为1至365天')),
        priceMode: code(priceRuleModes, '价格方式'),
        priceValue: int(0, 10_000, '加减价比例', '加减价比例应为0-100%'),
        roundTo: code(roundings, '取整'),
        minFen: fen('每天最低价'),
        stockMode: code(stockRuleModes, '库存方式'),
        stockValue: int(0, 9999, '数量'),
        bufferUnits: int(0, 999, '缓冲车辆'),
      })
      .superRefine((value, ctx) => {
        const fault = termsFault(value)
        if (fault) ctx.addIssue({ code: 'custom', path: [fault.field], message: fault.message })
      }),
    output: z.object({ version: out.count }),
    refusals: ['stale'],
    refreshes: ['quote', 'price', 'stock'],
  }),
  action: write({
    operators: false,
    path: '/api/channel/v1/action',
    summary: '渠道开通与启停',
    permission: ['channel.edit'],
    repeat: 'version',
    reach: 'merchant',
    input: z.object({ source: ofMerchant, action: word(channelActions, '操作'), version: Version }),
    output: z.object({ status: out.code(channelStatuses), version: out.count }),
    refusals: ['stale', 'mappingMissing', 'channelHasOrders'],
    refreshes: ['quote', 'price', 'stock', 'merchant'],
  }),
  mappings: read({
    path: '/api/channel/v1/mapping/page',
    summary: '渠道门店、车型与服务',
    permission: ['channel'],
    input: z.object({ source: ofMerchant, kind: word(mappingKinds, '类型') }),
    /** The merchant's active stores, models or services, and inactive ones that still have a code of the channel. */
    output: z.array(
      z.object({
        id: out.id,
        name: z.string(),
        /** City of a store, class of a model. */
        note: z.string(),
        inUse: z.boolean(),
        theirCode: z.string().nullable(),
        theirName: z.string(),
      }),
    ),
  }),
  suggestMappings: read({
    path: '/api/channel/v1/mapping/auto',
    summary: '渠道映射建议',
    permission: ['channel.edit'],
    reach: 'merchant',
    maxBody: 128 * 1024,
    input: z.object({
      source: ofMerchant,
      kind: word(mappingKinds, '类型'),
      /** The platform's list. */
      theirs: list(
        nestedRecord({ code: text(1, 64, '渠道编码'), name: text(0, 100, '渠道名称') }, '渠道清单'),
        MOST_ROWS,
        '渠道清单',
      ),
    }),
    /** In the order of the list, without rows that are mapped by the same code already; nothing is stored. */
    output: z.object({
      rows: z.array(
        z.object({
          theirCode: z.string(),
          theirName: z.string(),
          id: out.id.nullable(),
          name: z.string(),
          certain: z.boolean(),
          why: z.string(),
        }),
      ),
      /** Number of rows of the list that are mapped already. */
      open: out.count,
    }),
  }),
  saveMappings: write({
    operators: false,
    path: '/api/channel/v1/mapping/save',
    summary: '保存渠道门店、车型与服务',
    permission: ['channel.edit'],
    repeat: 'natural',
    reach: 'merchant',
    maxBody: MAPPING_BODY,
    input: z.object({
      source: ofMerchant,
      kind: word(mappingKinds, '类型'),
      /** Changed mappings; without a code it is closed to the channel. */
      rows: list(
        nestedRecord(
          {
            id: id('门店、车型或服务'),
            theirCode: orCleared(text(1, 64, '渠道编码')),
            theirName: text(0, 100, '渠道名称'),
          },
          '门店、车型或服务',
        ),
        500,
        '门店、车型或服务',
      ),
    }),
    output: z.object({ saved: out.count }),
    refusals: ['codeMapped', 'notFound'],
    refreshes: ['stock', 'quote'],
  }),
  ...keyCalls,
  ...statementCalls,
}
