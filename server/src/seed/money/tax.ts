import { contract } from '@cheyi/contract/index'
import { monthOf } from '@cheyi/domain/fleet/cost/spread'
import { inputKind, inputState } from '@cheyi/domain/money/tax/codes'
import { addDays, addMonths } from '@cheyi/domain/time'
import { lastWork } from '../last-work.ts'
import type { Scene } from '../life.ts'
import type { Stage } from '../perform.ts'
import { demoMerchants } from '../seeded.ts'

const BUYER = { buyerName: demoMerchants[0], buyerTaxNo: '91350100M000100Y43' }

const suppliers = [
  {
    seller: '上海浦江汽车维修有限公司',
    sellerTaxNo: '91310112MA1GB12345',
    kind: inputKind.special,
    rateBp: 1300,
    net: 286_000,
  },
  {
    seller: '上海虹桥物业管理有限公司',
    sellerTaxNo: '91310105MA1FW54321',
    kind: inputKind.special,
    rateBp: 900,
    net: 1_376_147,
  },
  {
    seller: '上海洁驰汽车服务有限公司',
    sellerTaxNo: '91310112MA1GC67890',
    kind: inputKind.usual,
    rateBp: 100,
    net: 63_500,
  },
  { seller: '上海市公共交通卡高速公路收费', sellerTaxNo: '', kind: inputKind.toll, rateBp: 300, net: 48_200 },
  {
    seller: '中国石化销售股份有限公司上海石油分公司',
    sellerTaxNo: '91310000132200000X',
    kind: inputKind.special,
    rateBp: 1300,
    net: 392_000,
  },
] as const

/** Suppliers' invoices of the last months: those of months that are over are deducted, this month's wait for finance. */
export async function receiveInvoices(stage: Stage, { now, cast }: Pick<Scene, 'now' | 'cast'>): Promise<void> {
  const { tax } = contract
  const { at, today } = lastWork(now)
  const act = stage.as(cast.finance, at)
  const month = monthOf(today)
  let serial = 0
  for (const ago of [-2, -1, 0]) {
    const of = addMonths(month, ago)
    for (const [n, { rateBp, net, ...supplier }] of suppliers.entries()) {
      const day = addDays(of, 3 + 4 * n)
      const netFen = net + 100 * serial
      await act(tax.inputAdd, {
        ...supplier,
        ...BUYER,
        number: `2631200000${String(++serial).padStart(10, '0')}`,
        issuedOn: [day, today].toSorted()[0]!,
        net: netFen,
        tax: Math.round((netFen * rateBp) / 10_000),
      })
    }
  }
  const { list } = await act(tax.inputs, { state: inputState.waiting, pageSize: 100 })
  for (const ago of [-2, -1]) {
    const of = addMonths(month, ago).slice(0, 7)
    const inputIds = list.filter(({ issuedOn }) => issuedOn.startsWith(of)).map(({ inputId }) => inputId)
    await act(tax.inputChoose, { inputIds, month: of })
  }
}
