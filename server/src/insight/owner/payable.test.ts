import { contract } from '@cheyi/contract/index'
import { ownerStatementState } from '@cheyi/domain/insight/owner/codes'
import { payableSource, payableState, payeeKind } from '@cheyi/domain/money/payable/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { DAY } from '@cheyi/domain/time'
import { afterEach, expect, it, vi } from 'vitest'
import { bulk } from '../../bulk.ts'
import { readTables } from '../../outside/table/tables.ts'
import { workOff } from '../../platform/job/runner.ts'
import { at } from '../../testing/at.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { booksAgree } from '../../testing/world/bookings.ts'
import { bringBack, handOut } from '../../testing/world/handover.ts'
import { owner as boss, finance, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { agree, follow, make, mobilesOfTests, newOwner, send, statementOf, which } from '../../testing/world/owners.ts'

/* Confirmed statements of owners among the bills that are to be paid, and in payment runs. */

vi.setConfig({ testTimeout: 120_000 })
ownMerchant({ cars: 3, now: at('11-03T09:00') })
mobilesOfTests()
afterEach(() => booksAgree(t))
const { owner, payable, job } = contract

/** The statement of an owner whose car earned something, confirmed. */
async function confirmed() {
  const ownerId = await newOwner()
  await agree(ownerId)
  const out = at('11-04T10:00')
  t.clock.set(out)
  const trip = { pickupAt: out, returnAt: out + 2 * DAY }
  const { orderId } = await handOut(t, w, { trip, form: { vehicleId: w.vehicles.lavida[0]!.id } })
  await bringBack(t, w, orderId, { at: out + 2 * DAY })
  await follow()
  await make()
  await send(ownerId)
  const signedIds = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
  await t.call(owner.confirm, { ...which(await statementOf(ownerId)), signedIds }, finance())
  const { due } = await statementOf(ownerId)
  const { list } = await t.call(payable.bills, {}, finance())
  expect(list).toMatchObject([
    {
      ...{ payeeKind: payeeKind.owner, payeeName: '沈国强', source: payableSource.owner, dueOn: '2026-12-10' },
      ...{ what: '2026-11车主结算', left: due, state: payableState.open },
    },
  ])
  return { ownerId, due, billId: list[0]!.billId }
}

it('is paid by a run to the account in the file of the owner, and posted once', async () => {
  const { ownerId, due, billId } = await confirmed()
  const pay = { billId, version: 1, amount: due, payWay: payWay.bank }
  expect(await t.send(payable.pay, pay, finance())).toMatchObject({ errorCode: -2 })
  const part = { bills: [{ billId, amount: due - 1 }] }
  expect(await t.send(payable.runCreate, part, finance())).toMatchObject({ errorCode: -2 })
  const { runId } = await t.call(payable.runCreate, { bills: [{ billId, amount: due }] }, finance())
  // Beside the run nobody pays it.
  const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
  const direct = { ...which(await statementOf(ownerId)), payWay: payWay.bank, slipNo: 'SLIP-1', voucherIds }
  expect(await t.send(owner.pay, direct, finance())).toMatchObject({ errorCode: 4024 })
  await t.call(payable.runSubmit, { runId, version: 1 }, finance())
  await t.call(payable.runDecide, { runId, version: 2, pass: true }, boss())

  for (const format of ['xlsx', 'csv'] as const) {
    const { jobId } = await t.call(payable.runFile, { runId, format }, finance())
    await workOff(t.jobs, bulk)
    const done = await t.call(job.detail, { jobId }, finance())
    expect(done).toMatchObject({ state: jobState.done })
    const file = await t.app.inject({ url: done.resultUrl! })
    const [sheet] = await readTables(file.rawPayload, `.${format}`, 100)
    expect(sheet!.rows).toEqual([
      ['序号', '收款人户名', '收款人账号', '收款人开户行', '金额', '用途'],
      [
        '1',
        '沈国强',
        '6225880212345678',
        '招商银行上海分行',
        expect.stringMatching(/^\d+(\.\d+)?$/),
        '2026-11车主结算',
      ],
    ])
    expect(Number(sheet!.rows[1]![4])).toBe(due / 100)
  }
  await t.call(payable.runPay, { runId, version: 3, slipNo: 'BATCH-1' }, finance())
  expect(await statementOf(ownerId)).toMatchObject({ state: ownerStatementState.paid, slipNo: 'BATCH-1' })
  expect(await t.call(payable.bill, { billId }, finance())).toMatchObject({ state: payableState.paid, left: 0 })
})

it('is paid where it was confirmed, and its bill is paid then', async () => {
  const { ownerId, due, billId } = await confirmed()
  const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
  const paid = { ...which(await statementOf(ownerId)), payWay: payWay.other, slipNo: 'SLIP-2', voucherIds }
  await t.call(owner.pay, paid, finance())
  expect(await t.call(payable.bill, { billId }, finance())).toMatchObject({
    ...{ state: payableState.paid, left: 0, payments: [{ amount: due, slipNo: 'SLIP-2', undone: false }] },
  })
})
