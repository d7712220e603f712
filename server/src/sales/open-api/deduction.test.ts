import { contract } from '@cheyi/contract/index'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { platformDeductState as state } from '@cheyi/domain/money/deposit/platform-deduct'
import { payMode, supplementReason } from '@cheyi/domain/money/payment/codes'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openChannel } from '../../testing/open-api.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { books, booksAgree, pickUp } from '../../testing/world/bookings.ts'
import { manager, orderRow, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { form, get, ownPlatform, type Placed, post } from '../../testing/world/platform.ts'

const { deposit } = contract
const RENTAL = 300_000
const DEBT = 50_000

ownMerchant({ cars: 2 })
ownPlatform()
beforeEach(() => openChannel(t, w, 2, { prepaid: true }))
afterEach(() => booksAgree(t))

/** An order on rent whose rental deposit the platform holds, with a debt of its customer. */
async function rented() {
  const body = await form({ deposits: { rental: 'held', violation: 'waived' } })
  const { orderId } = (await post('/orders', body)).data as Placed
  await pickUp(t, w, orderId)
  const later = { payMode: payMode.onlineIn, reasonCode: supplementReason.cleaning } as const
  await t.call(contract.supplement.save, { orderId, ...later, amount: DEBT }, owner())
  return { orderId, no: body.channelOrderNo }
}

async function request(orderId: string, amount: number) {
  const { charges } = await t.call(deposit.detail, { orderId }, manager())
  const [{ code, refId }] = charges as [(typeof charges)[number]]
  return t.send(
    deposit.deduct,
    {
      orderId,
      kind: depositKind.rental,
      lines: [{ code, refId: refId ?? undefined, amount }],
      mode: payMode.platformDeduct,
      reason: '洗车费',
      photoIds: await uploadPhotos(t, 'deposit', 1, w.tokens.manager),
    },
    manager(),
  )
}
type Told = { deductionId: string; askedFen: number; takenFen: number; state: number; reason: string }
const requests = async (no: string) =>
  ((await get(`/orders/${no}/deductions`)).data as { deductions: Told[] }).deductions
const answer = (no: string, deductionId: string, takenFen: number) =>
  post(`/orders/${no}/deductions/${deductionId}`, { takenFen, note: '已核实' })
const owed = async (orderId: string) => Number((await orderRow(orderId)).owedFen)
const rental = async (orderId: string) =>
  (await t.call(deposit.detail, { orderId }, manager())).rows.find(({ kind }) => kind === depositKind.rental)!

it('is requested, and the customer owes less only by what the platform confirms', async () => {
  const { orderId, no } = await rented()
  expect(await rental(orderId)).toMatchObject({ held: RENTAL, captured: 0, available: RENTAL })
  expect(await request(orderId, 30_000)).toMatchObject({ data: { deductResult: null } })
  expect(await owed(orderId)).toBe(DEBT)
  expect(await rental(orderId)).toMatchObject({ available: RENTAL - 30_000, platformAsked: 30_000 })
  const [asked] = await requests(no)
  expect(asked).toMatchObject({ askedFen: 30_000, takenFen: 0, state: state.requested, reason: '洗车费' })

  const before = (await books(t, orderId)).platform_clearing ?? 0
  expect(await answer(no, asked!.deductionId, 20_000)).toMatchObject({
    data: { takenFen: 20_000, state: state.partly },
  })
  expect(await owed(orderId)).toBe(DEBT - 20_000)
  expect((await books(t, orderId)).platform_clearing).toBe(before + 20_000)
  expect(await rental(orderId)).toMatchObject({ captured: 20_000, available: RENTAL - 20_000, platformAsked: 0 })
  // A repeat changes nothing; another answer is refused.
  expect(await answer(no, asked!.deductionId, 20_000)).toMatchObject({ data: { state: state.partly } })
  expect(await answer(no, asked!.deductionId, 30_000)).toMatchObject({ errorCode: 9208 })
  expect(await owed(orderId)).toBe(DEBT - 20_000)
  const { deductions } = await t.call(deposit.detail, { orderId }, manager())
  expect(deductions).toMatchObject([{ amount: 20_000, asked: 30_000, state: state.partly, answer: '已核实' }])
  const { list } = await t.call(contract.payment.heldList, {}, owner())
  expect(list).toMatchObject([{ form: 4, kind: 1, amount: RENTAL - 20_000 }])
})

it('that the platform refuses leaves the debt and frees the deposit', async () => {
  const { orderId, no } = await rented()
  await request(orderId, DEBT)
  const [asked] = await requests(no)
  expect(await answer(no, asked!.deductionId, DEBT + 1)).toMatchObject({ errorCode: -2, data: { field: 'takenFen' } })
  expect(await answer(no, asked!.deductionId, 0)).toMatchObject({ data: { state: state.refused, takenFen: 0 } })
  expect(await owed(orderId)).toBe(DEBT)
  expect(await rental(orderId)).toMatchObject({ available: RENTAL })
  expect(await request(orderId, DEBT)).toMatchObject({ success: true })
})

it('requests at once are together no more than the debt, and of answers at once one counts', async () => {
  const { orderId, no } = await rented()
  const sent = await Promise.all([30_000, 30_000].map((fen) => request(orderId, fen)))
  expect(sent.map(({ errorCode }) => errorCode).toSorted()).toEqual([0, 4002])
  const [asked] = await requests(no)
  const answers = await Promise.all([30_000, 10_000, 0].map((fen) => answer(no, asked!.deductionId, fen)))
  expect(answers.map(({ errorCode }) => errorCode).toSorted()).toEqual([0, 9208, 9208])
  const taken = (await requests(no))[0]!.takenFen
  expect(await owed(orderId)).toBe(DEBT - taken)
})

it('is of the orders of the platform alone, and never by hand', async () => {
  const { orderId, no } = await rented()
  const other = await form()
  await post('/orders', other)
  await request(orderId, DEBT)
  const [asked] = await requests(no)
  expect(await answer(other.channelOrderNo, asked!.deductionId, DEBT)).toMatchObject({ errorCode: -4 })
  expect(await requests(other.channelOrderNo)).toEqual([])
  expect(await answer(no, '1', DEBT)).toMatchObject({ errorCode: -4 })
})
