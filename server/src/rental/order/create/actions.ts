/* How orders begin, for the doors that they come by. */

export { type Arrival, create } from './create.ts'
