import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { payeeKind } from '@cheyi/domain/money/payable/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { addDays, DAY, HOUR, localDate, startOfDate } from '@cheyi/domain/time'
import type { Scene } from '../life.ts'
import type { Actor, Stage } from '../perform.ts'

const payees: readonly InputOf<typeof contract.payable.payeeAdd>[] = [
  {
    ...{ kind: payeeKind.garage, name: '达安汽修虹桥店', holder: '上海达安汽车维修有限公司', payDays: 30 },
    ...{ bank: '工商银行上海虹桥支行', accountNo: '1001234509300098765' },
  },
  {
    ...{ kind: payeeKind.garage, name: '众诚钣喷中心', holder: '上海众诚汽车服务有限公司', payDays: 30 },
    ...{ bank: '农业银行上海川沙支行', accountNo: '03421200040088991' },
  },
  {
    ...{ kind: payeeKind.insurer, name: '中国人保上海分公司', payDays: 15 },
    ...{ bank: '建设银行上海第二支行', accountNo: '31050170360000012345' },
  },
  {
    ...{ kind: payeeKind.lessor, name: '远通融资租赁', holder: '远通融资租赁（上海）有限公司', payDays: 10 },
    ...{ bank: '浦发银行上海分行', accountNo: '97990155260003321' },
  },
  { kind: payeeKind.other, name: '洁驰洗车服务', payDays: 15 },
]

/** Payee, amount, purpose, number, and days from today to its due date. */
const bills: readonly (readonly [number, number, string, string, number])[] = [
  [0, 268_000, '9月维修保养', 'DA-2609', -42],
  [0, 315_500, '10月维修保养', 'DA-2610', -12],
  [0, 97_800, '换轮胎4条', 'DA-2611', 18],
  [1, 456_000, '事故钣喷', 'ZC-0871', -70],
  [1, 129_000, '左前门钣喷', 'ZC-0902', 4],
  [2, 1_268_000, '车险续保6台', 'PICC-3391', 2],
  [3, 3_150_000, '融资租赁第8期', 'YT-08', 6],
  [4, 42_000, '7月洗车', 'JC-07', -101],
  [4, 38_500, '10月洗车', 'JC-10', -5],
]

/** Payees with bills of all ages: one paid by a run that the bank shows, one in part, and a run that waits for the second person. */
export async function oweBills(stage: Stage, { now, cast }: Pick<Scene, 'now' | 'cast'>): Promise<void> {
  const { payable } = contract
  const today = localDate(now)
  const enter = stage.as(cast.finance, now - 2 * HOUR)
  const payeeIds: string[] = []
  for (const payee of payees) payeeIds.push((await enter(payable.payeeAdd, payee)).payeeId)
  const add = async ([payee, amount, what, billNo, dueIn]: (typeof bills)[number], by = enter) => {
    const [payeeId, { payDays = 30 }] = [payeeIds[payee]!, payees[payee]!]
    const dueOn = addDays(today, dueIn)
    const of = { payeeId, amount, what, billNo, dueOn, billedOn: addDays(dueOn, -payDays) }
    return { billId: (await by(payable.billAdd, of)).billId, amount }
  }
  const boss = await bossOf(stage, cast.finance, now)
  // In a month that is open, and some days ago where there are some, so that the statement of the bank shows it.
  const paidAt = Math.min(Math.max(now - 3 * DAY, startOfDate(`${today.slice(0, 7)}-01`) + 9 * HOUR), now - 3 * HOUR)
  const paying = stage.as(cast.finance, paidAt)
  const paid = [
    await add([0, 186_400, '8月维修保养', 'DA-2608', -14], paying),
    await add([2, 845_000, '车险续保4台', 'PICC-3322', -4], paying),
  ]
  const first = await paying(payable.runCreate, { bills: paid, note: '上周付款' })
  await paying(payable.runSubmit, { ...first, version: 1 })
  await stage.as(boss, paidAt)(payable.runDecide, { ...first, version: 2, pass: true })
  await paying(payable.runPay, { ...first, version: 3, slipNo: `PL${today.replaceAll('-', '')}01` })

  const open = []
  for (const bill of bills) open.push(await add(bill))
  const [, , , accident] = open as [unknown, unknown, unknown, (typeof open)[number]]
  await enter(payable.pay, { billId: accident.billId, version: 1, amount: 200_000, payWay: payWay.bank })
  const chosen = open.slice(0, 2)
  const second = await enter(payable.runCreate, { bills: chosen, note: '本周付款' })
  await enter(payable.runSubmit, { ...second, version: 1 })
}

/** The first account of the merchant, who may approve what finance submits. */
async function bossOf(stage: Stage, finance: Actor, now: number): Promise<Actor> {
  const { query } = await stage.context(finance, now)
  const [row] = await query<{ id: string; name: string }>('select id, name from account where parent_id = 0 limit 1')
  return row === undefined ? finance : { accountId: row.id, name: row.name }
}
