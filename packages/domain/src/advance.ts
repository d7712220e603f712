import { Refusal } from './refusal.ts'
import { type ActionOf, blockOf, type FactsArgs, type Machine, type StatusOf, stepOf, targets } from './step.ts'

/** The status that an action leads to. @throws Refusal when the status or a guard forbids the action */
export function advance<M extends Machine, A extends ActionOf<M>>(
  table: M,
  action: A,
  status: number,
  ...facts: FactsArgs<M, A>
): StatusOf<M> {
  const block = blockOf(table, action, status, facts)
  if (block !== null) throw new Refusal(block.key, block.detail)
  const step = stepOf(table, action)
  const open = targets(step, status)
  const to = step.choose === undefined ? open[0] : step.choose(facts[0] as never)
  if (to === undefined || !open.includes(to)) throw new Error(`${action} may not lead from ${status} to ${to}`)
  return to as StatusOf<M>
}
