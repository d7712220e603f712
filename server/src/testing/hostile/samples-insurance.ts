import { at } from '../at.ts'
import type { Scene } from '../world/scene/scene.ts'
import { idsOf, type Samples } from './sample-ids.ts'

/* Cases with insurers, from the accident to the money. */

export function insuranceSamples(scene: Scene): Pick<Samples, 'insurance'> {
  const id = idsOf(scene)
  const vehicleId = id('damagedCar')
  const occurAt = at('11-21T16:00')
  const step = (name: string, version: number) => ({ caseId: id(name), version })
  const facts = {
    occurAt,
    place: '延安高架',
    course: '并线剐蹭',
    responsibility: 2,
    policeNo: 'JJ1',
    insurer: '平安产险',
  } as const
  const parties = [{ plate: '沪B12345', insurer: '太平洋产险', note: '左后门受损' }]
  return {
    insurance: {
      page: [{ storeId: scene.w.stores.hongqiao, vehicleId, orderId: id('order.back'), keyword: '沪' }],
      detail: [{ caseId: id('insuranceCase') }],
      draft: [{ vehicleId, occurAt }, { damageId: id('damagePaid') }],
      create: [
        {
          ...facts,
          vehicleId,
          damageId: id('damagePaid'),
          parties,
          photoIds: [id('insurancePhoto')],
          paperIds: [id('insurancePaper')],
        },
      ],
      edit: [
        {
          ...facts,
          ...step('insuranceToEdit', 1),
          parties,
          photoIds: [id('insurancePhoto2')],
          paperIds: [id('insurancePaper2')],
        },
      ],
      report: [{ ...step('insuranceToReport', 1), reportNo: 'PA2026112100001', reportedAt: at('11-22T09:00') }],
      assess: [{ ...step('insuranceToAssess', 2), assessed: 320_000, paperIds: [id('insurancePaper3')] }],
      repair: [{ ...step('insuranceToRepair', 3), ticketId: id('repairTicket') }],
      submit: [{ ...step('insuranceToSubmit', 3), claimed: 320_000, paperIds: [id('insurancePaper4')] }],
      receive: [
        {
          ...step('insuranceToReceive', 4),
          amount: 100,
          last: true,
          slipNo: 'HK20261124',
          voucherIds: [id('insuranceVoucher')],
        },
      ],
      takeBack: [{ receiptId: id('insuranceReceipt'), reason: '登记有误' }],
      charge: [{ ...step('insuranceToCharge', 2), excess: 50_000, downtimeDays: 3, downtimeFee: 20_000 }],
      end: [{ ...step('insuranceToDrop', 2), as: 'drop', reason: '客户自行赔付' }],
    },
  }
}
