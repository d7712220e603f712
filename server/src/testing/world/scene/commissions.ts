import { contract } from '@cheyi/contract/index'
import type { TestApp } from '../../app.ts'
import type { World } from '../world.ts'

/** Of a scene: a rule of commissions, and the draft of an employee. */
export async function makeCommissions(
  t: TestApp,
  w: World,
  { accountId, orderId }: { readonly accountId: string; readonly orderId: string },
): Promise<Record<string, string>> {
  const by = { token: w.tokens.owner }
  const { ruleId } = await t.call(contract.commission.ruleAdd, { kind: 1, fen: 77_777_701, from: '2026-10-01' }, by)
  const { rows } = await t.root.query(
    `with s as (insert into commission_statement (merchant_id, account_id, month, state, fen, created_by)
         values ($1, $2, '2026-10-01', 1, 77777707, 0) returning *),
       l as (insert into commission_line (merchant_id, statement_id, order_id, kind, month, rule_id, base, fen)
         select merchant_id, id, $3, 1, month, $4, 1, 77777707 from s)
     select id from s`,
    [w.merchantId, accountId, orderId, ruleId],
  )
  return { commissionRule: ruleId, commissionStatement: rows[0].id }
}
