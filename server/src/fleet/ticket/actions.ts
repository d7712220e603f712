import { whenWorkEnds } from '../../platform/account/actions.ts'
import { idsOf, pendingWorkChanges } from '../../platform/pending-work/actions.ts'

export { carTimeFollowed } from './car-time.ts'
export { registerDamageCases, ticketsOfCases } from './damage.ts'

whenWorkEnds((tx, accountId) =>
  pendingWorkChanges(tx, 'ticket', () => idsOf(tx, 'select id from ticket where assignee_id = $1', [accountId])),
)
