import { contract } from '@cheyi/contract/index'
import { expenseCode, expenseCodes } from '@cheyi/domain/money/expense/codes'
import { autoExpenseCodes } from '@cheyi/domain/money/expense/lower'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { books, booksAgree } from '../../testing/world/bookings.ts'
import { bookArranged, confirmed, handOut, saveRecord, sendConfirm, signPaper } from '../../testing/world/handover.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

/*
 * What a hand may charge. What the system works out is charged by the system alone: by hand it can only be lowered.
 */

let t: TestApp
let w: World
let waiting: string
let out: string

const week = { pickupAt: at('11-23T10:00'), returnAt: at('11-30T10:00') }

beforeAll(async () => {
  t = await testApp()
  t.clock.set(at('11-20T10:00'))
  w = await makeWorld(t)
  waiting = (await bookArranged(t, w, { form: { vehicleId: w.vehicles.lavida[1]!.id } })).orderId
  out = (await handOut(t, w, { trip: week })).orderId
  // A return is on its way, and nothing of it is computed: full tank, few kilometres, on time.
  t.clock.set(week.returnAt)
  await saveRecord(t, w, out, handoverType.return, { draft: true, mileageKm: 10_100, at: t.clock.now() })
})
afterAll(() => t.close())

const charge = (orderId: string, type: HandoverType, items: object[], token = w.tokens.owner) =>
  t.send(contract.expense.saveAll, { orderId, type, items: items as never }, { token })
const rows = async (sql: string, ...values: unknown[]) => (await t.root.query(sql, values)).rows

describe('a charge by hand', () => {
  const handovers = [
    ['pickup', handoverType.pickup],
    ['return', handoverType.return],
  ] as const
  const cases = handovers.flatMap(([name, type]) =>
    autoExpenseCodes.map((code) => [expenseCodes.text(code), name, code, type] as const),
  )

  it.each(cases)('%s at the %s is refused, with the field named', async (text, name, code, type) => {
    const orderId = name === 'pickup' ? waiting : out
    const items = [
      { code: expenseCode.cleaning, amount: 3000 },
      { code, amount: 8800, remark: '手工添加' },
    ]
    const answer = await charge(orderId, type, items)
    expect(answer).toMatchObject({ success: false, errorCode: -2, data: { field: 'items.1.code' } })
    expect(answer.message).toContain(text)
    expect(await rows('select 1 from expense_item where order_id = $1 and not void', orderId)).toEqual([])
  })

  it('may be of every other code, at either handover', async () => {
    const codes = expenseCodes.values.filter((code) => !autoExpenseCodes.includes(code))
    expect(codes.length + autoExpenseCodes.length).toBe(expenseCodes.values.length)
    const items = codes.map((code) => ({ code, amount: 100, remark: '实收' }))
    expect(await charge(waiting, handoverType.pickup, items)).toMatchObject({ success: true })
    expect(await charge(out, handoverType.return, items)).toMatchObject({ success: true })
    expect(await charge(out, handoverType.return, [])).toMatchObject({ success: true })
  })
})

describe('the fee of an early return', () => {
  const type = handoverType.return

  it('is one number in settlement, books and bill, and may be lowered like any computed charge', async () => {
    const early = at('11-27T09:40')
    t.clock.set(early)
    const readings = { mileageKm: 10_100, fuelEighths: 8 }
    const asked = { orderId: out, actualReturnAt: early, ...readings }
    const owner = { token: w.tokens.owner }
    const { record: draft } = await t.call(contract.pickupReturn.task, { orderId: out, type }, owner)
    const { record } = await saveRecord(t, w, out, type, { at: early, ...readings, version: draft!.version })
    await signPaper(t, w, out, type, record.recordId)
    const full = await t.call(contract.pickupReturn.settlement, asked, owner)
    expect(full).toMatchObject({ charges: 15_160, earlyRefund: 75_800, balance: -60_640 })
    expect(full.items).toMatchObject([
      { code: expenseCode.earlyReturn, auto: true, amount: 15_160, autoAmount: 15_160 },
    ])

    const lowered = [{ code: expenseCode.earlyReturn, amount: 5_000, remark: '老客户' }]
    expect(await charge(out, handoverType.return, lowered, w.tokens.clerk)).toMatchObject({ errorCode: -3 })
    expect(await charge(out, handoverType.return, lowered)).toMatchObject({ success: true })
    const settled = await confirmed(sendConfirm(t, w, { orderId: out, type, expectAmount: -70_800 }))
    expect(settled.settlement).toMatchObject({ charges: 5_000, earlyRefund: 75_800, balance: -70_800 })

    // 995.00 for four days, 50.00 of fee: received less what goes back.
    expect(await books(t, out)).toMatchObject({
      customer_receivable: -70_800,
      rent_income: -76_000,
      service_income: -23_500 - 5_000,
    })
    const bill = await t.call(contract.expense.bill, { orderId: out }, owner)
    expect(bill).toMatchObject({ receivable: 175_300 - 70_800, received: 175_300, refunded: 0, owed: -70_800 })
    const lines = bill.groups.flatMap((group) => group.lines.map(({ name, amount }) => [name, amount]))
    expect(lines).toContainEqual(['提前还车手续费', 5_000])
    expect(lines).toContainEqual(['提前还车退还', -75_800])
    // Every charge that stands is an entry of its own.
    expect(
      await rows(
        `select t.idem_key = 'J9:' || x.id as posted, x.amount_fen::int as fen from expense_item x
           left join ledger_txn t on t.idem_key = 'J9:' || x.id where x.order_id = $1 and not x.void`,
        out,
      ),
    ).toEqual([{ posted: true, fen: 5_000 }])
    await booksAgree(t)
  })
})
