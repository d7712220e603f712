import { contract } from '@cheyi/contract/index'
import type { Account } from '@cheyi/domain/money/payment/ledger'
import { addDays } from '@cheyi/domain/time'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newClient } from '../../../kernel/db/pools.ts'
import { asMerchant } from '../../../kernel/enter.ts'
import { runDue } from '../../../testing/jobs.ts'
import { book, moneyFaults } from '../../../testing/world/bookings.ts'
import { other, sharedMerchant, t, w } from '../../../testing/world/merchant.ts'
import { balancesOver, foldLedgerSums, type Movement } from './balances.ts'

/* Sums of the books that are kept by day and by month, against adding up the entries. */

sharedMerchant({ other: true })

const { vouchers } = contract.payment
const names = [
  'bank',
  'cash_on_hand',
  'unearned',
  'customer_receivable',
  'rent_income',
] as const satisfies readonly Account[]

const POST = `with txn as (insert into ledger_txn (merchant_id, journal, idem_key, posted_on, account_id)
    select $1, 23, 'J23:sums:' || $2, $3, 0 returning id, posted_on)
  insert into ledger_entry (merchant_id, txn_id, account, debit_fen, credit_fen)
  select $1, txn.id, l.account, l.debit, l.credit from txn, (values ($4, $6::bigint, 0::bigint), ($5, 0, $6)) as l (account, debit, credit)`
let serial = 0
const postOn = (merchantId: string, day: string, debit: string, credit: string, fen: number, client = t.root) =>
  client.query(POST, [merchantId, String(serial++), day, debit, credit, fen])
const fold = (merchantId: string) => asMerchant(t.kernel, merchantId, (ctx) => foldLedgerSums(ctx))

/** As a plain reading of the entries has it. */
async function plainly(merchantId: string, from: string, before: string): Promise<Movement[]> {
  const { rows } = await t.root.query(
    `select e.account, sum(case when x.posted_on < $2 then e.debit_fen - e.credit_fen else 0 end)::bigint as opening_fen,
       sum(case when x.posted_on >= $2 then e.debit_fen else 0 end)::bigint as debit_fen,
       sum(case when x.posted_on >= $2 then e.credit_fen else 0 end)::bigint as credit_fen,
       sum(e.debit_fen - e.credit_fen)::bigint as closing_fen, (count(*) filter (where x.posted_on >= $2))::int as entries
      from ledger_txn x join ledger_entry e on e.txn_id = x.id where x.merchant_id = $1 and x.posted_on < $3 group by 1 order by 1`,
    [merchantId, from, before],
  )
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(
      Object.entries(row).flatMap(([name, fen]) => (name.endsWith('Fen') ? [[name, Number(fen)]] : [])),
    ),
  }))
}

const days = fc.integer({ min: 0, max: 75 }).map((n) => addDays('2026-09-10', n))
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        day: days,
        sides: fc.shuffledSubarray([...names], { minLength: 2, maxLength: 2 }),
        fen: fc.integer({ min: 1, max: 90_000_000 }),
        here: fc.boolean(),
      }),
    },
    // A correction posts the same the other way round, today.
    { weight: 1, arbitrary: fc.constant('takeBack' as const) },
    { weight: 1, arbitrary: fc.constant('fold' as const) },
  ),
  { minLength: 3, maxLength: 15 },
)

it('are at every moment what adding up says, on any days, for each merchant', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.tuple(days, days), async (history, ends) => {
      let last: readonly [string, string, string, number] | undefined
      for (const step of history) {
        if (step === 'fold') for (const { merchantId } of [w, other]) await fold(merchantId)
        else if (step !== 'takeBack') {
          const { merchantId } = step.here ? w : other
          last = [merchantId, step.sides[0]!, step.sides[1]!, step.fen]
          await postOn(merchantId, step.day, last[1], last[2], step.fen)
        } else if (last !== undefined) await postOn(last[0], '2026-11-20', last[2], last[1], last[3])
      }
      const [from, to] = ends.toSorted() as [string, string]
      for (const { merchantId, tokens } of [w, other]) {
        const before = addDays(to, 1)
        const plain = await plainly(merchantId, from, before)
        const kept = await asMerchant(t.kernel, merchantId, (ctx) => balancesOver(ctx, from, before))
        expect(kept.toSorted((a, b) => (a.account < b.account ? -1 : 1))).toEqual(plain)
        const shown = await t.call(vouchers, { period: [from, to], pageSize: 50 }, { token: tokens.owner })
        const posted = await t.root.query(
          `select id from ledger_txn where merchant_id = $1 and posted_on between $2 and $3 order by posted_on desc, id desc`,
          [merchantId, from, to],
        )
        expect(shown.list.map(({ id }) => id)).toEqual(posted.rows.slice(0, 50).map(({ id }) => id))
        const account = names[history.length % names.length]!
        const of = await t.call(vouchers, { account, period: [from, to], pageSize: 50 }, { token: tokens.owner })
        const row = plain.find((one) => one.account === account)
        expect(of.sums).toEqual({
          opening: row?.openingFen ?? 0,
          debit: row?.debitFen ?? 0,
          credit: row?.creditFen ?? 0,
          closing: row?.closingFen ?? 0,
        })
        const touched = await t.root.query(
          `select txn_id as id from ledger_entry where merchant_id = $1 and account = $2 and posted_on between $3 and $4
            group by txn_id, posted_on order by posted_on desc, max(id) desc`,
          [merchantId, account, from, to],
        )
        expect(of.list.map(({ id }) => id)).toEqual(touched.rows.slice(0, of.list.length).map(({ id }) => id))
        if (of.nextCursor === null) expect(of.list).toHaveLength(touched.rows.length)
      }
    }),
    { numRuns: 25 },
  )
  expect(await moneyFaults(t)).toEqual([])
})

it('have what is posted while they are added up, once it is there', async () => {
  const client = newClient({ connectionString: t.database.migratorUrl })
  await client.connect()
  try {
    await client.query('begin')
    await postOn(w.merchantId, '2026-11-20', 'bank', 'unearned', 77, client)
    await Promise.all([fold(w.merchantId), fold(w.merchantId)])
    await client.query('commit')
  } finally {
    await client.end()
  }
  expect(await moneyFaults(t)).toEqual([])
  await fold(w.merchantId)
  expect(await moneyFaults(t)).toEqual([])
})

it('are added up once it is worth it, of a merchant by itself', async () => {
  for (const { merchantId } of [w, other]) await fold(merchantId)
  await book(t, w)
  expect(await runDue(t, 'ledgerSums')).toBe(0)
  for (let n = 0; n < 50; n++) await postOn(w.merchantId, '2026-11-20', 'bank', 'unearned', n + 1)
  expect(await runDue(t, 'ledgerSums')).toBe(1)
  expect((await t.root.query('select count(*)::int as n from ledger_change')).rows).toEqual([{ n: 0 }])
  expect(await moneyFaults(t)).toEqual([])
})

it('that were changed behind everybody are found, and so is an entry of another day than its transaction', async () => {
  const changed = `update ledger_sum set debit_fen = debit_fen + $2, n = n + $3
    where merchant_id = $1 and span = 'month' and from_on = '2026-11-01' and account = 'bank'`
  await t.root.query(changed, [w.merchantId, 5, 1])
  expect((await moneyFaults(t)).map(({ what }) => what)).toEqual([
    '2026-11-01 当月发生额与凭证不一致（bank 借方）',
    '2026-11-01 当月发生额与凭证不一致（bank 笔数）',
  ])
  await t.root.query(changed, [w.merchantId, -5, -1])
  const strange = asMerchant(t.kernel, w.merchantId, async ({ query }) => {
    const [txn] = await query<{ id: string }>(
      `insert into ledger_txn (journal, idem_key, posted_on) values (23, 'J23:strange', '2026-11-20') returning id`,
    )
    await query(
      `insert into ledger_entry (txn_id, account, debit_fen, credit_fen, posted_on)
       values ($1, 'bank', 5, 0, '2026-11-20'), ($1, 'unearned', 0, 5, '2026-11-19')`,
      [txn!.id],
    )
  })
  await expect(strange).rejects.toThrow('names another day')
})
