import { qrStates } from '@cheyi/domain/platform/session/qr'
import { z } from 'zod'
import { write } from '../../kernel/call.ts'
import { code, maybe, text } from '../../kernel/field.ts'
import * as out from '../../kernel/output.ts'

const QrId = z.string({ error: '二维码不正确' }).regex(/^[\w-]{22}$/, '二维码不正确')

/**
 * Signing in on this device by confirming on another. The QR code only has the `qrId`; the page that shows it stores
 * the `pollSecret` in memory and sends it as header `x-qr-secret`. States are also sent as server-sent events from `GET
 * /api/login/v1/qr/events?qrId=` with the same header.
 */
export const qrLogin = {
  create: write({
    path: '/api/login/v1/qr/create',
    summary: '生成登录二维码',
    permission: 'public',
    repeat: 'natural',
    /** `redirect`: the path on this origin to open afterwards. */
    input: z.object({ redirect: maybe(text(1, 300, '页面地址')) }),
    /** `qrText` is a path, to which the page adds its own origin. `expireIn` in seconds. */
    output: z.object({ qrId: z.string(), pollSecret: z.string(), qrText: z.string(), expireIn: out.count }),
  }),
  status: write({
    method: 'GET',
    path: '/api/login/v1/qr/status',
    summary: '登录二维码状态',
    permission: 'public',
    repeat: 'natural',
    /** `known`: waits up to 25 seconds for a state other than this one. */
    input: z.object({ qrId: QrId, known: maybe(code(qrStates, '状态')) }),
    /** The token is returned once. */
    output: z.object({ state: out.code(qrStates), token: z.string().nullable(), redirect: z.string() }),
    refusals: ['qrExpired'],
  }),
  scan: write({
    path: '/api/login/v1/qr/scan',
    summary: '扫描登录二维码',
    permission: 'signedIn',
    tenant: 'none',
    repeat: 'natural',
    input: z.object({ qrId: QrId }),
    /** The device that requests the sign-in, its location (`city` is approximate, null if unknown), and the merchant to sign in to. */
    output: z.object({
      device: z.string(),
      ip: z.string(),
      city: z.string().nullable(),
      askedAt: out.time,
      merchantName: z.string(),
    }),
    refusals: ['qrExpired'],
  }),
  confirm: write({
    path: '/api/login/v1/qr/confirm',
    summary: '确认扫码登录',
    permission: 'signedIn',
    tenant: 'none',
    repeat: 'natural',
    input: z.object({ qrId: QrId }),
    refusals: ['qrExpired'],
  }),
  refuse: write({
    path: '/api/login/v1/qr/refuse',
    summary: '拒绝扫码登录',
    permission: 'signedIn',
    tenant: 'none',
    repeat: 'natural',
    input: z.object({ qrId: QrId }),
    refusals: ['qrExpired'],
  }),
}
