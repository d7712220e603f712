import { contract } from '@cheyi/contract/index'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { insertLines } from '../../../money/bank/import/store.ts'
import type { TestApp } from '../../app.ts'
import { inContext } from '../../context.ts'
import type { World } from '../world.ts'
import { makeTrial } from './trial.ts'

/** Accounts with lines of their statements: one for each thing that may be done with one. `orderId`: paid for by a transfer. */
export async function makeBank(
  t: TestApp,
  w: World,
  { orderId, ownerId }: { readonly orderId: string; readonly ownerId: string },
): Promise<Record<string, string>> {
  const by = { token: w.tokens.owner }
  const { bank, payment } = contract
  const open = async (name: string, accountNo: string) =>
    (await t.call(bank.accountCreate, { kind: 1, name, accountNo, openingOn: '2026-11-01', opening: 0 }, by)).accountId
  const [accountId, second, toEdit] = [
    await open('看不见工行', '1001234509200145678'),
    await open('看不见招行', '121909876510101'),
    await open('看不见建行', '31050170360000001111'),
  ]
  const paidFen = 10_001
  await t.call(payment.collect, { orderId, payKind: payKind.rent, amount: paidFen, payWay: payWay.bank }, by)
  const [txn] = (
    await t.root.query(
      `select txn_id from ledger_entry where merchant_id = $1 and account = 'bank' and debit_fen = $2 order by id desc limit 1`,
      [w.merchantId, paidFen],
    )
  ).rows
  const names = ['open', 'toMatch', 'toArrive', 'toExclude', 'toInclude', 'toPair', 'matched'] as const
  const fens: Readonly<Partial<Record<(typeof names)[number], number>>> = {
    toMatch: paidFen,
    toArrive: 77,
    toPair: -44_444_321,
    matched: 55_555_555,
  }
  const line = (name: string, fen: number) => ({
    on: '2026-11-19',
    at: null,
    fen,
    balanceFen: null,
    party: '看不见',
    partyTail: '1234',
    note: name,
    lineNo: name,
    mark: `no:${name}:${fen}`,
    twin: 0,
    nature: 0 as const,
  })
  await inContext(t, w, 'owner', async (ctx) => {
    await insertLines(
      ctx,
      accountId!,
      names.map((name, n) => line(name, fens[name] ?? 88_888_811 + n)),
    )
    await insertLines(ctx, second!, [line('pair', 44_444_321), line('other', -55_555_555)])
  })
  const { rows } = await t.root.query('select id, line_no from bank_line where merchant_id = $1', [w.merchantId])
  const idOf = (name: string) => rows.find(({ lineNo }) => lineNo === name)!.id as string
  await t.call(bank.exclude, { lineId: idOf('toInclude'), version: 1, reason: '看不见' }, by)
  await t.root.query('update bank_line set version = 1 where id = $1', [idOf('toInclude')])
  const { matchId } = await t.call(bank.match, { lineIds: [idOf('matched'), idOf('other')], txnIds: [] }, by)
  return {
    bankAccount: accountId!,
    'bankAccount.toEdit': toEdit!,
    bankTxn: txn.txnId,
    bankMatch: matchId,
    bankTrial: await makeTrial(t, w, ownerId, 'bankCheck', { accountId }),
    ...Object.fromEntries([...names, 'pair'].map((name) => [`bankLine.${name}`, idOf(name)])),
  }
}
