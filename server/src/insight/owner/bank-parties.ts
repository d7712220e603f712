import { registerParties } from '../../money/bank/actions.ts'

/** Owners by the statements that they were paid for. */
registerParties('J25:paid:', ({ query }, ids) =>
  query(
    `select s.id, o.name, s.slip_no from owner_statement s join car_owner o on o.id = s.owner_id where s.id = any ($1::bigint[])`,
    [ids],
  ),
)
