import { registerParties } from '../bank/actions.ts'

/** Payees by the payments of their bills; those of one run come as one line of the bank for each payee. */
registerParties('J26:paid:', async ({ query }, ids) => {
  const rows = await query<{ id: string; name: string; slipNo: string; together: string | null }>(
    `select y.id, coalesce(nullif(p.holder, ''), p.name) as name, y.slip_no, 'run:' || y.run_id || ':' || p.id as together
       from payable_payment y join payable_bill b on b.id = y.bill_id join payee p on p.id = b.payee_id where y.id = any ($1::bigint[])`,
    [ids],
  )
  return rows.map(({ together, ...row }) => ({ ...row, ...(together !== null && { together }) }))
})
