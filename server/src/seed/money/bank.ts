import { contract } from '@cheyi/contract/index'
import { bankKind } from '@cheyi/domain/money/bank/codes'
import { planBankLines } from '@cheyi/domain/money/bank/import/plan'
import type { BankRow } from '@cheyi/domain/money/bank/import/row'
import { addDays, HOUR, type LocalDate, localDate, startOfDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { matchableEntries, unmatchedEntries } from '../../money/bank/booked.ts'
import { insertLines } from '../../money/bank/import/store.ts'
import { matchCertain } from '../../money/bank/match-certain.ts'
import type { Scene } from '../life.ts'
import type { Stage } from '../perform.ts'

/** Days of statements before today. */
const DAYS = 30
const OPENING = 18_650_000

type Line = Pick<BankRow, 'on' | 'fen' | 'party' | 'note'>

/** The account of a bank and that of WeChat, with the statements of a month: most of it is matched, the rest waits for finance. */
export async function readStatements(stage: Stage, { now, cast }: Pick<Scene, 'now' | 'cast'>): Promise<void> {
  const ctx = await stage.context(cast.finance, now)
  const today = localDate(now)
  const openingOn = addDays(today, -DAYS)
  const open = async (
    kind: (typeof bankKind)[keyof typeof bankKind],
    name: string,
    accountNo: string,
    opening: number,
  ) =>
    (await stage.as(cast.finance, now)(contract.bank.accountCreate, { kind, name, accountNo, openingOn, opening }))
      .accountId
  const icbc = await open(bankKind.bank, '工行虹桥支行', '1001234509200145678', OPENING)
  const wechat = await open(bankKind.wechat, '微信商户号', '1900009231', 152_000)
  const yesterday = addDays(today, -1)
  await read(ctx, icbc, bankKind.bank, openingOn, OPENING, [
    ...(await linesOfBooks(ctx, openingOn, yesterday)),
    { on: addDays(today, -3), fen: 152_000, party: '财付通支付科技有限公司', note: '跨行收款 微信提现' },
    { on: addDays(today, -9), fen: -4_862_000, party: '员工', note: '代发工资' },
    { on: addDays(today, -12), fen: -1_500_000, party: '上海虹桥物业管理有限公司', note: '门店房租' },
    { on: addDays(today, -5), fen: -1_500, party: '', note: '手续费 对公账户管理费' },
    { on: addDays(today, -6), fen: 4_317, party: '', note: '结息' },
    { on: yesterday, fen: 268_000, party: '上海启航商务服务有限公司', note: '往来款' },
  ])
  await read(ctx, wechat, bankKind.wechat, openingOn, 152_000, [
    { on: addDays(today, -4), fen: -152_000, party: '', note: '提现' },
    { on: yesterday, fen: 86_900, party: '', note: '交易' },
    { on: yesterday, fen: -521, party: '', note: '扣除交易手续费' },
  ])
  await matchCertain(ctx)
  const { list } = await stage.as(cast.finance, now)(contract.bank.page, { keyword: '代发工资' })
  for (const { lineId, version } of list)
    await stage.as(cast.finance, now)(contract.bank.exclude, { lineId, version, reason: '工资社保' })
}

/** Lines of what the ledger has: some have not reached the bank yet, some do not say from whom they are. */
async function linesOfBooks(ctx: Context, from: LocalDate, to: LocalDate): Promise<Line[]> {
  const entries = matchableEntries(await unmatchedEntries(ctx, from, to)).filter(({ key }) => key.startsWith('txn:'))
  return entries.flatMap(({ day, fen, kind, names }, n): Line[] => {
    if (n % 9 === 4) return []
    if (kind === 'cash') return [{ on: day, fen, party: '', note: '现金存款 营业款' }]
    const isNamed = n % 7 !== 3 && names[0] !== undefined
    return [{ on: day, fen, party: isNamed ? names[0]! : '', note: fen > 0 ? '转账 租车款' : '转账' }]
  })
}

/** Writes lines in the order of their days, each with the balance after it. */
async function read(
  ctx: Context,
  id: string,
  kind: (typeof bankKind)[keyof typeof bankKind],
  openingOn: LocalDate,
  opening: number,
  lines: readonly Line[],
): Promise<void> {
  let balanceFen = opening
  const rows = lines
    .toSorted((a, b) => a.on.localeCompare(b.on))
    .map(({ on, fen, ...line }, n) => {
      balanceFen += fen
      const at = startOfDate(on) + 10 * HOUR
      return { ...line, on, fen, balanceFen, at, partyTail: '', lineNo: `${on.replaceAll('-', '')}${n}`, warnings: [] }
    })
  const plans = planBankLines(rows, new Map(), { id, kind, openingOn })
  await insertLines(
    ctx,
    id,
    plans.flatMap((plan) => (plan.action === 'create' ? [plan.line] : [])),
  )
}
