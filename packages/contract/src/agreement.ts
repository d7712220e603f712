import { agreementStatuses, agreementTypes } from '@cheyi/domain/agreement/codes'
import { handoverTypes } from '@cheyi/domain/pickup-return/codes'
import { z } from 'zod'
import { call } from './kernel/call.ts'
import { code, codeOut, IdOut, id, maybe, mediaIds, TimeOut, wordOut } from './kernel/field.ts'
import { MediaView } from './media.ts'

/** A rental paper of an order. */
export const AgreementView = z.object({
  agreementId: IdOut,
  type: codeOut(agreementTypes),
  status: codeOut(agreementStatuses),
  /** The signed paper, page by page; nothing without `order.agreement`, since it names the customer in full. */
  photos: z.array(MediaView),
  pdfUrl: z.string().nullable(),
  createdAt: TimeOut,
  signedAt: TimeOut.nullable(),
})

export const agreementForms = ['electronic', 'paper'] as const

const generated = z.object({
  agreementId: IdOut,
  pdfUrl: z.string().nullable(),
  status: codeOut(agreementStatuses),
})

const generateInput = z.object({
  orderId: id('订单'),
  recordId: id('验车单'),
  /** Photos of the signed paper, every page: the paper counts at once and no file is made. */
  photoIds: maybe(mediaIds('合同照片')),
})

export const agreement = {
  kinds: call({
    method: 'POST',
    path: '/api/order_contract/v1/contract_type',
    summary: '可用的合同形式',
    permission: ['order.agreement'],
    effect: 'read',
    input: z.object({ orderId: id('订单') }),
    output: z.object({
      forms: z.array(wordOut(agreementForms)),
      templates: z.array(z.object({ type: codeOut(agreementTypes), name: z.string() })),
    }),
    refusals: ['templateMissing', 'orderNotFound'],
  }),
  facts: call({
    method: 'POST',
    path: '/api/order_contract/v1/pick_return_info',
    summary: '合同内容',
    permission: ['order.agreement'],
    effect: 'read',
    input: z.object({ orderId: id('订单'), type: code(handoverTypes, '取还类型') }),
    /** What the paper says, in sections of label and text. */
    output: z.object({
      sections: z.array(
        z.object({ title: z.string(), rows: z.array(z.object({ label: z.string(), text: z.string() })) }),
      ),
      /** Names of what is still missing. */
      missing: z.array(z.string()),
    }),
    refusals: ['agreementIncomplete', 'orderNotFound'],
  }),
  status: call({
    method: 'POST',
    path: '/api/order_contract/v1/status',
    summary: '合同状态',
    permission: ['order.list', 'longOrder.list'],
    effect: 'read',
    input: z.object({ orderId: id('订单') }),
    output: z.array(AgreementView),
    refusals: ['orderNotFound'],
  }),
  generatePickup: call({
    method: 'POST',
    path: '/api/order_contract/v1/generate_pickup_contract',
    summary: '生成取车合同',
    permission: ['order.agreement'],
    inBusiness: true,
    effect: 'write',
    repeat: 'key',
    input: generateInput,
    output: generated,
    refusals: ['templateMissing', 'agreementIncomplete', 'agreementSigned'],
    refreshes: ['order.detail', 'pickupReturn'],
  }),
  generateReturn: call({
    method: 'POST',
    path: '/api/order_contract/v1/generate_return_contract',
    summary: '生成还车合同',
    permission: ['order.agreement'],
    inBusiness: true,
    effect: 'write',
    repeat: 'key',
    whileSuspended: true,
    input: generateInput,
    output: generated,
    refusals: ['templateMissing', 'agreementIncomplete', 'agreementSigned'],
    refreshes: ['order.detail', 'pickupReturn'],
  }),
}
