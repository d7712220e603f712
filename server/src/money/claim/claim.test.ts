import { contract } from '@cheyi/contract/index'
import { claimState } from '@cheyi/domain/money/claim/codes'
import { payMode, supplementReason } from '@cheyi/domain/money/payment/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { expect, it } from 'vitest'
import { inContext } from '../../testing/context.ts'
import { book, booksAgree } from '../../testing/world/bookings.ts'
import { handOut } from '../../testing/world/handover.ts'
import { clerk, sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { openClaim } from './steps/actions.ts'

sharedMerchant({ cars: 4 })

const stored = async (id: string) =>
  (await t.root.query('select state, payable_fen::int as fen from claim where id = $1', [id])).rows[0]

it('is fixed once: fixing it again changes neither the claim nor the books', async () => {
  const { orderId } = await handOut(t, w)
  const asked = { orderId, reasonCode: supplementReason.cleaning, payMode: payMode.onlineIn, amount: 3_000 } as const
  const { id } = await t.call(contract.supplement.save, asked, clerk())
  // Without an account nothing is posted, so that no key of the ledger refuses it.
  const again = { kind: 'supplement', id, subject: '清洁', payableFen: 9_000, credited: null } as const
  await expect(inContext(t, w, 'owner', (ctx) => openClaim(ctx, orderId, again))).rejects.toThrow()
  expect(await stored(id)).toEqual({ state: claimState.due, fen: 3_000 })
  await booksAgree(t)
})

it('of a supplement has an amount within its limit, whoever writes it', async () => {
  const { orderId } = await book(t, w)
  const of = { kind: 'supplement', id: '99', subject: '清洁', credited: account.serviceIncome } as const
  for (const payableFen of [0, 10_000_001])
    await expect(inContext(t, w, 'owner', (ctx) => openClaim(ctx, orderId, { ...of, payableFen }))).rejects.toThrow()
  expect(await stored('99')).toBeUndefined()
})
