import { contract } from '@cheyi/contract/index'
import type { TestApp } from '../../app.ts'
import { at } from '../../at.ts'
import type { World } from '../world.ts'

/** Cases with insurers of a car, one for each step that comes next, that of a withdrawn case of damage to charge, and what steps to come need. */
export async function makeInsurance(
  t: TestApp,
  { tokens }: World,
  { vehicleId, damageId }: { readonly vehicleId: string; readonly damageId: string },
  media: (biz: 'voucher') => Promise<string>,
): Promise<Record<string, string>> {
  const by = { token: tokens.owner }
  const { insurance, ticket } = contract
  let n = 0
  const open = async (steps: number, more: object = {}) => {
    const occurAt = at('11-21T15:00') + n++ * 60_000
    const { caseId } = await t.call(
      insurance.create,
      { vehicleId, occurAt, place: '南京西路', insurer: '平安产险', ...more },
      by,
    )
    const all = [
      () => t.call(insurance.report, { caseId, version: 1, reportNo: `BA${caseId}`, reportedAt: occurAt + 60_000 }, by),
      () => t.call(insurance.assess, { caseId, version: 2, assessed: 77_777_711 }, by),
      () => t.call(insurance.submit, { caseId, version: 3, claimed: 77_777_711 }, by),
    ]
    for (const step of all.slice(0, steps)) await step()
    return caseId
  }
  const received = await open(3)
  const { receiptId } = await t.call(insurance.receive, { caseId: received, version: 4, amount: 100 }, by)
  const repair = { vehicleId, type: 3, items: '右前门钣金' } as const
  return {
    insuranceCase: received,
    insuranceReceipt: receiptId,
    insuranceToEdit: await open(0),
    insuranceToReport: await open(0),
    insuranceToAssess: await open(1),
    insuranceToRepair: await open(2),
    insuranceToSubmit: await open(2),
    insuranceToReceive: await open(3),
    insuranceToCharge: await open(1, { damageId }),
    insuranceToDrop: await open(1),
    repairTicket: (await t.call(ticket.maintenanceCreate, repair, by)).ticketId,
    insurancePhoto: await media('voucher'),
    insurancePhoto2: await media('voucher'),
    insurancePaper: await media('voucher'),
    insurancePaper2: await media('voucher'),
    insurancePaper3: await media('voucher'),
    insurancePaper4: await media('voucher'),
    insuranceVoucher: await media('voucher'),
  }
}
