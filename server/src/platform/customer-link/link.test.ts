import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { expect, it } from 'vitest'
import { sharedMerchant, t } from '../../testing/world/merchant.ts'

sharedMerchant({ cars: 1 })

const { agreement, media, payment, selfService, violation } = contract
const pickup = { type: handoverType.pickup }
const opened: [string, Call, (token: string) => object][] = [
  ['a handover without staff', selfService.door, (token) => ({ t: token, ...pickup })],
  ['a payment', payment.payPage, (token) => ({ t: token })],
  ['a paper to sign', agreement.signPage, (token) => ({ t: token })],
  ['a violation', violation.door, (token) => ({ t: token })],
  ['the counter’s code', media.scanPage, (token) => ({ scanToken: token })],
]

it.each(opened)('a link of %s that was cut or has grown opens nothing, and is told as a link', async (_, call, of) => {
  for (const token of ['x', 'x'.repeat(43), 'x'.repeat(400)])
    expect(await t.send(call, of(token))).toMatchObject({ errorCode: 5301, message: '链接已失效' })
})
