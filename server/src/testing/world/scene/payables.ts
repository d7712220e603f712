import { contract } from '@cheyi/contract/index'
import { DAY } from '@cheyi/domain/time'
import type { TestApp } from '../../app.ts'
import type { World } from '../world.ts'

/** Of a scene: a payee with bills and payment runs, one for each thing that may be done with one. */
export async function makePayables(
  t: TestApp,
  w: World,
  media: (biz: 'voucher') => Promise<string>,
): Promise<Record<string, string>> {
  const by = { token: w.tokens.owner }
  const { payable } = contract
  const payee = async (name: string) =>
    (
      await t.call(
        payable.payeeAdd,
        { kind: 7, name, bank: '看不见银行', accountNo: '6222020200112233445', payDays: 30 },
        by,
      )
    ).payeeId
  const [payeeId, toEdit] = [await payee('看不见供应商'), await payee('看不见待改供应商')]
  const bill = async (what: string) =>
    (await t.call(payable.billAdd, { payeeId, amount: 77_777_721, what, billedOn: '2026-11-01' }, by)).billId
  const ids: Record<string, string> = { payee: payeeId, 'payee.toEdit': toEdit }
  for (const name of ['open', 'toEdit', 'toCancel', 'toPay', 'toRun', 'paid']) ids[`bill.${name}`] = await bill(name)
  await t.call(payable.pay, { billId: ids['bill.paid']!, version: 1, amount: 100, payWay: 4 }, by)
  const { payments } = await t.call(payable.bill, { billId: ids['bill.paid']! }, by)
  ids.billPayment = payments[0]!.paymentId
  for (const name of ['toSubmit', 'toDecide', 'toFile', 'toPay', 'toDrop']) {
    const bills = [{ billId: await bill(`run ${name}`), amount: 77_777_721 }]
    const { runId } = await t.call(payable.runCreate, { bills }, by)
    ids[`run.${name}`] = runId
    if (name === 'toSubmit') continue
    await t.call(payable.runSubmit, { runId, version: 1 }, by)
    if (name === 'toFile' || name === 'toPay')
      await t.root.query('update payment_run set state = 3, version = 3 where id = $1', [runId])
  }
  for (const name of ['bill', 'paid', 'costs']) ids[`payableVoucher.${name}`] = await media('voucher')
  return { ...ids, payableTicket: await ticketToBill(t, w) }
}

/** A ticket of a garage with a cost that nobody has billed. */
async function ticketToBill(t: TestApp, w: World): Promise<string> {
  const by = { token: w.tokens.owner }
  const { garageId } = await t.call(contract.ticket.garageCreate, { name: '待开账单汽修厂' }, by)
  const planStart = t.clock.now() + 200 * DAY
  const plan = { planStart, planEnd: planStart + DAY, garageId }
  const vehicleId = w.vehicles.qin.at(-1)!.id
  const { ticketId } = await t.call(
    contract.ticket.maintenanceCreate,
    { vehicleId, type: 2, items: '换保险杠', ...plan },
    by,
  )
  const costs = [{ item: '换保险杠', amount: 44_500, payer: 1, on: '2026-11-19' }]
  await t.root.query('update ticket set costs = $2 where id = $1', [ticketId, JSON.stringify(costs)])
  return ticketId
}
