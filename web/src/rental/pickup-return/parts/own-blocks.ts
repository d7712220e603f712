import { formatMoney } from '@cheyi/domain/money'
import { expenseSettle } from '@cheyi/domain/money/expense/codes'
import { hasSlip } from '@cheyi/domain/money/payment/codes'
import { LAST_STEP, pickupStep } from '@cheyi/domain/rental/pickup-return/steps'
import { depositPay } from '../../../form/calls/deposit-pay.gen.ts'
import { type Problems, problemsOf } from '../../../form/form-call.ts'
import { nonEmptyProblems } from '../../../form/use-problems.ts'
import type { Paying } from './money/use-paying.ts'
import type { Block } from './types.ts'

/* Reasons known only to this phone that block the confirmation. */

/** Queued pictures of the handover, and whether there is a network. */
interface OnPhone {
  readonly uploads: { readonly items: readonly { readonly status: string }[] }
  readonly online: boolean
}

/** The parts of the payment that can be wrong. Fen. */
interface Money extends Pick<Paying, 'machine' | 'left' | 'method' | 'way' | 'slipNo'> {
  readonly vouchers: readonly { readonly status: string }[]
}

const slipProblems = (slipNo: string): Problems => problemsOf({ slipNo: depositPay.fields.slipNo! }, { slipNo })

/** The slip number of a payment at the counter, where its way has one and it was typed. */
export function slipOf({ way, slipNo }: Pick<Paying, 'way' | 'slipNo'>): string | undefined {
  return hasSlip(way ?? null) && slipNo.trim() !== '' ? slipNo.trim() : undefined
}

/** Errors in the values typed from the slip of the card machine. */
export function capturedProblems({ machine }: Pick<Paying, 'machine'>): Problems {
  if (!machine?.captured) return {}
  const slipNo = machine.slipNo.trim()
  return {
    ...slipProblems(slipNo),
    ...nonEmptyProblems({
      captured: machine.captured > machine.most && `预授权完成金额不能超过${formatMoney(machine.most)}`,
      slipNo: slipNo === '' && '请填写流水号',
    }),
  }
}

/** Blocks known only to this phone: uploads in progress, and the payment. */
export function ownBlocks({ uploads, online }: OnPhone, paying: Money, payStep: number, unpriced: boolean): Block[] {
  const blocks: Block[] = []
  const add = (code: string, step: number, text: string, overridable = false) =>
    blocks.push({ code, step, text, overridable })
  if (!online) add('offline', LAST_STEP, '网络不可用，恢复后才能确认')
  blocks.push(...fileBlocks(uploads.items, '照片', pickupStep.photos))
  if (unpriced) add('unpriced', payStep, '结算金额还没有算出来')
  if (paying.left > 0) add('owed', payStep, `仍有${formatMoney(paying.left)}未收`, true)
  if (paying.method === expenseSettle.offline) {
    if (paying.way === undefined) add('payWay', payStep, '请选择收款方式')
    else if (slipOf(paying) !== undefined)
      for (const text of Object.values(slipProblems(slipOf(paying)!))) add('slipNo', payStep, text)
  }
  for (const [field, text] of Object.entries(capturedProblems(paying))) add(field, payStep, text)
  if (paying.method === expenseSettle.offline || paying.machine?.captured)
    blocks.push(...fileBlocks(paying.vouchers, '收款凭证', payStep))
  return blocks
}

/** Files that block the confirmation: uploads in progress, which finish by themselves, or failed ones. */
export function fileBlocks(files: readonly { readonly status: string }[], noun: string, step: number): Block[] {
  const count = (which: string) => files.filter(({ status }) => status === which).length
  const [failed, sending] = [count('failed'), count('uploading')]
  const block = (code: string, text: string): Block => ({ code, step, text, overridable: false })
  return [
    ...(failed > 0 ? [block('uploadFailed', `${failed} 张${noun}上传失败，请重试或删除`)] : []),
    ...(sending > 0 ? [block('uploading', `还有 ${sending} 张${noun}在上传`)] : []),
  ]
}
