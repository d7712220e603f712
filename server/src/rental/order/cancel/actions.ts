/* How orders end before they begin, for the doors that it is asked by. */

export { callOff } from './cancel.ts'
export { cancelRule, outcomeOf } from './cancel-terms.ts'
