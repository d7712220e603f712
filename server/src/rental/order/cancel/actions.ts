/* Cancellation of orders before their pickup, for the endpoints of other features. */

export { callOff, cancel } from './cancel.ts'
export { cancelRule, outcomeOf } from './cancel-terms.ts'
