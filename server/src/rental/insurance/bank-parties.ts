import { registerParties } from '../../money/bank/actions.ts'

/** Insurers by their payments. */
registerParties('J24:paid:', ({ query }, ids) =>
  query(
    `select r.id, c.insurer as name, r.slip_no from insurance_receipt r join insurance_case c on c.id = r.case_id where r.id = any ($1::bigint[])`,
    [ids],
  ),
)
