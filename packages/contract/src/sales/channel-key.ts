import { platforms } from '@cheyi/domain/booking/order/codes'
import { isAddressRange, MOST_IPS, openScopes } from '@cheyi/domain/sales/channel/open-key'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, flag, id, list, orElse, text, Version, word } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

/* 接口密钥: the API keys by which platforms are authenticated at the open API. */

const ofMerchant = code(platforms, '渠道')
const keyId = id('密钥')

const terms = {
  name: text(1, 30, '密钥名称'),
  scopes: list(word(openScopes, '接口权限'), openScopes.length, '接口权限', 1, '请至少选择一项接口权限'),
  /** Addresses and networks that requests may come from; empty: any. */
  ips: list(
    text(1, 49, '来源地址').refine(isAddressRange, '来源地址应为 IP 或网段，如 203.0.113.8 或 203.0.113.0/24'),
    MOST_IPS,
    '来源地址',
  ),
}

const KeyRow = z.object({
  keyId: out.id,
  /** Public identifier, sent with each request. */
  appKey: z.string(),
  name: z.string(),
  secretTail: z.string(),
  scopes: z.array(out.word(openScopes)),
  ips: z.array(z.string()),
  /** Its orders live by a script and touch nothing of the merchant. */
  test: z.boolean(),
  enabled: z.boolean(),
  revokedAt: out.time.nullable(),
  /** Until when the previous secret is valid; null: there is none. */
  oldUntil: out.time.nullable(),
  lastUsedAt: out.time.nullable(),
  version: out.count,
  createdAt: out.time,
  createdByName: z.string(),
})

/** The secret is returned once only, and null on a retry; a caller who missed it creates another. */
const Secret = z.object({ keyId: out.id, appKey: z.string(), secret: z.string().nullable() })

export const keyCalls = {
  keys: read({
    path: '/api/channel/v1/key/page',
    summary: '接口密钥',
    permission: ['channel.key'],
    reach: 'merchant',
    input: z.object({ source: ofMerchant }),
    /** Newest first, revoked ones last. */
    output: z.object({
      /** URL for the platform's requests. */
      address: z.string(),
      keys: z.array(KeyRow),
    }),
  }),
  keyCreate: write({
    operators: false,
    path: '/api/channel/v1/key/create',
    summary: '新建接口密钥',
    permission: ['channel.key'],
    reach: 'merchant',
    twoPerson: ['channelKey'],
    input: z.object({ source: ofMerchant, test: orElse(flag('请选择用途', '测试密钥'), false), ...terms }),
    output: Secret,
  }),
  keyRotate: write({
    operators: false,
    path: '/api/channel/v1/key/rotate',
    summary: '轮换接口密钥',
    permission: ['channel.key'],
    reach: 'merchant',
    twoPerson: ['channelKey'],
    input: z.object({ keyId, version: Version }),
    output: Secret,
    refusals: ['stale', 'notFound'],
  }),
  keySave: write({
    operators: false,
    path: '/api/channel/v1/key/save',
    summary: '修改接口密钥',
    permission: ['channel.key'],
    repeat: 'version',
    reach: 'merchant',
    twoPerson: ['channelKey'],
    input: z.object({ keyId, version: Version, ...terms, enabled: flag('请选择是否启用', '启用') }),
    output: z.object({ version: out.count }),
    refusals: ['stale', 'notFound'],
  }),
  keyRevoke: write({
    operators: false,
    path: '/api/channel/v1/key/revoke',
    summary: '吊销接口密钥',
    permission: ['channel.key'],
    repeat: 'natural',
    reach: 'merchant',
    input: z.object({ keyId }),
    refusals: ['notFound'],
  }),
}
